import RexLocking
import RexStore
import Testing

/// Streams of events, and subscriptions to them.
@Suite struct EventStreamTests {
  @Test func streamsAreMergedInTheOrderOfTheirEvents() {
    let rooms = EventEmitter<Int>()
    let messages = [EventEmitter<String>(), EventEmitter<String>()]
    let journal = Journal<String>()
    let subscription = rooms.stream.flatMap { room in
      messages[room].stream.map { "\(room) \($0)" }
    }.subscribe { journal.note($0) }
    for room in messages { room.send("too early") }
    rooms.send(0)
    messages[0].send("a")
    rooms.send(1)
    messages[0].send("b")
    messages[1].send("c")
    subscription.cancel()
    messages[1].send("too late")
    rooms.send(0)
    #expect(journal.lines == ["0 a", "0 b", "1 c"])
  }

  @Test func flatMapEndsStreamsThatBeginWhileItIsCancelled() {
    let rooms = EventEmitter<Int>()
    let messages = EventEmitter<String>()
    let journal = Journal<String>()
    let subscription = Locked<Subscription?>(nil)
    let merged = rooms.stream.flatMap { _ in
      subscription.withLock { $0 }?.cancel()
      return messages.stream
    }.subscribe { journal.note($0) }
    subscription.withLock { $0 = merged }
    rooms.send(0)
    messages.send("too late")
    #expect(journal.lines == [])
  }

  @Test func voidEventIsSentWithoutAValue() {
    let taps = EventEmitter<Void>()
    let journal = Journal<String>()
    let subscription = taps.stream.subscribe { journal.note("tap") }
    taps.send()
    taps.send(())
    subscription.cancel()
    #expect(journal.lines == ["tap", "tap"])
  }

  @Test func anEmitterMayReplayItsLastEvent() {
    let (forgetful, replaying) = (EventEmitter<Int>(), EventEmitter<Int>(replaying: 1))
    let journal = Journal<String>()
    for number in 1...2 {
      forgetful.send(number)
      replaying.send(number)
    }
    let subscriptions = [
      forgetful.stream.subscribe { journal.note("forgetful \($0)") },
      replaying.stream.subscribe { journal.note("replaying \($0)") },
    ]
    for emitter in [forgetful, replaying] { emitter.send(3) }
    #expect(journal.lines == ["replaying 2", "forgetful 3", "replaying 3"])
    withExtendedLifetime(subscriptions) {}
  }

  @Test func sharedStreamIsSubscribedOnceWhileItIsUsed() {
    let (numbers, journal) = (EventEmitter<Int>(), Journal<String>())
    let counted = EventStream<Int> { receive in
      journal.note("begin")
      let subscription = numbers.stream.subscribe(receive)
      receive(0)
      return Subscription {
        subscription.cancel()
        journal.note("end")
      }
    }
    let shared = counted.share(replay: 2)
    let first = shared.subscribe { journal.note("first \($0)") }
    for number in 1...2 { numbers.send(number) }
    let second = shared.subscribe { journal.note("second \($0)") }
    first.cancel()
    numbers.send(3)
    second.cancel()
    numbers.send(4)
    let third = shared.subscribe { journal.note("third \($0)") }
    third.cancel()
    #expect(
      journal.lines == [
        "begin", "first 0", "first 1", "first 2", "second 1", "second 2", "second 3", "end",
        "begin", "third 0", "end",
      ])
  }

  @Test func aBagEndsItsSubscriptionsTogether() {
    let (numbers, journal) = (EventEmitter<Int>(), Journal<Int>())
    let bag = SubscriptionBag()
    for factor in [1, 10] { numbers.stream.subscribe { journal.note($0 * factor) }.store(in: bag) }
    do {
      let brief = SubscriptionBag()
      numbers.stream.subscribe { journal.note($0 * 100) }.store(in: brief)
      numbers.send(1)
    }
    numbers.send(2)
    bag.cancel()
    numbers.stream.subscribe { journal.note($0) }.store(in: bag)
    numbers.send(3)
    #expect(journal.lines == [1, 10, 100, 2, 20])
  }

  @Test func stateIsAStreamEvenIfNotEquatable() {
    struct State: Sendable {
      var count = 0
    }
    let store = Store(
      initialState: State(), reducer: { (action: Int, state: inout State) in state.count += action }
    )
    let journal = Journal<Int>()
    let subscriptions = [
      store.stream.subscribe { journal.note($0.count) },
      store.stream(of: \.count).subscribe { journal.note(-$0) },
    ]
    for action in [1, 0] { store.dispatch(action) }
    #expect(journal.lines == [0, 0, 1, -1, 1])
    withExtendedLifetime(subscriptions) {}
  }
}
