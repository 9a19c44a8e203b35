import Domain
import EmptyState
import Runtime
import ScreenSupport
import TestSupport
import Testing

/// A loader of strings whose responses the test sets.
@MainActor
private final class LoaderHarness {
  static let subject = EmptyReason.Subject(
    owner: "", contentName: "a text",
    origin: .server(ServerOrigin(host: "near.example", address: "https://near.example")))

  let clock = VirtualClock(now: .noon)
  let runner = TaskRunner()
  let log = SpyEventLog()
  var response: Result<String, TimelineError> = .success("first")
  /// The time that a response takes, in seconds.
  var delay = 0.0
  private(set) var requests = 0
  private(set) lazy var loader = ScreenLoader<String>(
    AppServices(
      openLink: OpenLink(opener: SpyLinkOpener()), clipboard: SpyClipboard(), clock: clock, runner: runner, log: log),
    of: .fixture(), render: {}, reload: { [weak self] in self?.load() })

  func load() {
    loader.load { [weak self, clock] () async throws(TimelineError) -> String in
      self?.requests += 1
      do { try await clock.sleep(seconds: self?.delay ?? 0) } catch { throw .cancelled }
      return try (self?.response ?? .failure(.cancelled)).get()
    } accept: { [weak self] in
      self?.loader.show($0, asOf: .noon)
    }
  }

  func loadToEnd() async {
    load()
    await clock.advance(by: delay, runner)
  }

  /// The content of the screen.
  var shown: String {
    switch loader.screenContent(Self.subject, offered: [.retry], viewModel: { ScreenContent.content($0) }) {
    case .loading(nil): "nothing"
    case .loading(let viewModel?): viewModel.title
    case .content(let text): text
    case .empty(let viewModel): viewModel.title
    }
  }

  var notice: NoticeViewModel? {
    loader.notice(Self.subject, shown: "text", loading: "Loading a text…", offered: [.retry])
  }
}

@MainActor @Suite struct ScreenLoaderTests {
  private let harness = LoaderHarness()

  @Test func `Nothing is shown at first, then that it is loading, then the content`() async {
    harness.delay = 2
    harness.load()
    await harness.clock.settle(harness.runner)
    #expect(harness.shown == "nothing")
    await harness.clock.advance(by: 1, harness.runner)
    #expect(harness.shown == "Loading a text")
    await harness.clock.advance(by: 1, harness.runner)
    #expect(harness.shown == "first" && harness.notice == nil)
  }

  @Test func `A failure without content is an empty view, and is logged`() async {
    harness.response = .failure(.offline(host: "near.example"))
    await harness.loadToEnd()
    #expect(harness.shown == "Can’t reach near.example" && harness.notice == nil)
    #expect(harness.log.events.count == 1)
  }

  @Test func `Content stays after a failure, with a notice until the next response`() async {
    await harness.loadToEnd()
    harness.response = .failure(.offline(host: "near.example"))
    await harness.loadToEnd()
    #expect(harness.shown == "first" && harness.notice?.isFailure == true)
    harness.response = .success("second")
    await harness.loadToEnd()
    #expect(harness.loader.content == "second" && harness.notice == nil)
  }

  @Test func `After a rate limit it loads again, but not while the screen is covered`() async {
    harness.response = .failure(.rateLimited(host: "near.example", until: .noon.addingTimeInterval(10)))
    await harness.loadToEnd()
    harness.response = .success("second")
    harness.loader.screenWillDisappear()
    await harness.clock.advance(by: 20, harness.runner)
    #expect(harness.requests == 1)
    harness.loader.screenDidAppear { Issue.record("nothing was interrupted") }
    await harness.clock.advance(by: 1, harness.runner)
    #expect(harness.requests == 2 && harness.loader.content == "second")
  }

  @Test func `A request that is cut off by leaving the screen is repeated`() async {
    harness.delay = 5
    harness.load()
    await harness.clock.advance(by: 1, harness.runner)
    harness.loader.screenWillDisappear()
    #expect(!harness.loader.isRunning)
    harness.loader.screenDidAppear { harness.load() }
    await harness.clock.advance(by: 5, harness.runner)
    #expect(harness.requests == 2 && harness.loader.content == "first")
  }
}
