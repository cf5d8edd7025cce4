import RexExamples
import Testing

@Suite struct VirtualTimeTests {
  @Test func clockNeverGoesBack() {
    let time = VirtualTime()
    time.schedule(afterMs: 10) { time.advance(byMs: 100) }
    time.advance(byMs: 20)
    #expect(time.nowMs == 110)
  }
}
