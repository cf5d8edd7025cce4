import RexLocking
import RexStore
import Testing

/// Streams of events into a store and out of it.
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
    let (forgetful, replaying) = (EventEmitter<Int>(), EventEmitter<Int>(replayingLast: true))
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

  @Test func stateIsAStreamEvenIfNotEquatable() {
    struct State: Sendable {
      var count = 0
    }
    let store = Store(
      initialState: State(), reducer: { (action: Int, state: inout State) in state.count += action }
    )
    let journal = Journal<Int>()
    let subscriptions = [
      store.stream(of: \.self).subscribe { journal.note($0.count) },
      store.stream(of: \.count).subscribe { journal.note(-$0) },
    ]
    for action in [1, 0] { store.dispatch(action) }
    #expect(journal.lines == [0, 0, 1, -1, 1])
    withExtendedLifetime(subscriptions) {}
  }

  @Test func aStoreFollowsAStreamAndItsFeedbacksForAsLongAsItLives() {
    let journal = Journal<String>()
    let numbers = EventEmitter<Int>()
    weak var gone: Store<Int, Int>?
    do {
      let store = Store(
        initialState: 0, reducer: Reducer<Int, Int> { $1 += $0 },
        feedbacks: [
          Feedback(
            to: { $0 > 2 ? $0 : nil },
            effect: { sum, _ in Subscription { journal.note("end \(sum)") } })
        ])
      gone = store
      store.follow(numbers.stream)
      for number in 1...3 { numbers.send(number) }
      #expect(store.state == 6)
    }
    #expect(gone == nil)
    numbers.send(4)
    #expect(journal.lines == ["end 3", "end 6"])
  }
}
