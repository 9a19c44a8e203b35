import Domain
import Runtime
import TestSupport
import Testing
import TimelineCore

/// Observing the changes of a source.
@MainActor @Suite struct SourceObserverTests {
  @Test func `A source whose stream continues is observed again when it is read again`() async {
    let (clock, runner) = (VirtualClock(now: .noon), TaskRunner())
    let broadcast = Broadcast<SourceChange>(clock: clock)
    let observer = SourceObserver(
      changes: { broadcast.subscribe(merging: AsyncStream { $0.finish() }, thenSending: .loadingFinished) },
      clock: clock, runner: runner)
    var readings = 0
    func observe(_ progress: LoadingProgress?) async {
      observer.observe(after: progress, onChange: { _ in }, whenSlow: {}, readingDidEnd: { readings += 1 })
      await clock.settle(runner)
    }
    await observe(nil)
    #expect(readings == 0)
    for count in 1...2 {
      await observe(LoadingProgress(posts: 1))
      #expect(readings == count && !observer.isReading)
    }
    observer.stop()
  }
}
