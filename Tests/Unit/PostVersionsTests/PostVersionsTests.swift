import Domain
import Foundation
import Runtime
import ScreenSupport
import ScreenTestSupport
import Synchronization
import TerminalKit
import TestSupport
import Testing

@testable import PostVersions

/// The screen as the user sees it: keys in, lines out.
@MainActor @Suite struct PostVersionsTests {
  /// Returns the given response after its time on the clock.
  private final class StubHistories: PostHistoryRepository {
    let answer: Mutex<Result<[PostVersion], TimelineError>>
    private let clock: VirtualClock
    private let seconds: Double

    init(_ answer: Result<[PostVersion], TimelineError>, after seconds: Double, clock: VirtualClock) {
      self.answer = Mutex(answer)
      self.clock = clock
      self.seconds = seconds
    }

    func versions(of post: PostID, _ freshness: Freshness) async throws(TimelineError) -> [PostVersion] {
      do { if seconds > 0 { try await clock.sleep(seconds: seconds) } } catch { throw .cancelled }
      return try answer.withLock(\.self).get().reversed()
    }
  }

  @MainActor
  private final class PostVersionsHarness: ScreenDriver {
    private let answer: Result<[PostVersion], TimelineError>
    private let seconds: Double
    private(set) lazy var load = StubHistories(answer, after: seconds, clock: clock)
    private(set) var logins = 0

    init(_ answer: Result<[PostVersion], TimelineError>, after seconds: Double = 0) {
      (self.answer, self.seconds) = (answer, seconds)
      super.init()
      size.width = 60
    }

    func open() async -> Self {
      let session = AccountSession(
        account: .fixture(origin: .server(ServerOrigin(host: "near.example", address: "https://near.example"))))
      let router = PostRouter(showPost: { _ in }, showLogin: { [weak self] in self?.logins += 1 })
      await show(
        PostVersionsAssembly.make(
          of: .fixture(text: "Last words", state: .edited), histories: load, services: services, session: session,
          router: router))
      return self
    }
  }

  private static let versions = [
    PostVersion(at: .noon, text: PostText([.text("Last words")]), warning: "Loud"),
    PostVersion(at: .noon.minutesAgo(5), text: PostText([.text("Second words")]), pollOptions: ["Tea", "Coffee"]),
    PostVersion(at: .noon.minutesAgo(9), text: PostText([.text("First words")])),
  ]

  @Test func `All versions are shown in full, the newest first`() async {
    let text = await PostVersionsHarness(.success(Self.versions)).open().text(60, 40)
    let parts =
      ["Versions of a post by Grace Hopper", "current version", "Warning: Loud", "Last words"]
      + ["version 2 of 3", "Second words", "○ Tea", "original version", "First words", "This is the original version."]
    var rest = text[...]
    for part in parts {
      let range = rest.firstRange(of: part)
      #expect(range != nil, "\(part)")
      if let range { rest = rest[range.upperBound...] }
    }
    #expect(text.contains(LocalTime.exact(.noon.minutesAgo(9))))
  }

  @Test(arguments: [(80, 24), (40, 10), (20, 5)]) func `Every screen can reach all versions`(
    width: Int, height: Int
  ) async {
    let harness = await PostVersionsHarness(.success(Self.versions)).open()
    #expect(harness.text(width, height).contains("@grace"))
    var seen = ""
    for _ in 0..<30 {
      seen += harness.text(width, height)
      await harness.press("j")
    }
    for words in ["Last words", "Second words", "First words"] { #expect(seen.contains(words)) }
  }

  @Test func `A loading text appears after a while`() async {
    let harness = await PostVersionsHarness(.success(Self.versions), after: 3).open()
    await harness.advance(0.1)
    #expect(harness.text().contains("earlier versions"))
    await harness.advance(3)
    #expect(harness.text().contains("First words"))
  }

  @Test func `A failure is shown, and R tries again`() async {
    let harness = await PostVersionsHarness(.failure(.offline(host: "near.example"))).open()
    #expect(harness.text().contains("Can’t reach near.example"))
    harness.load.answer.withLock { $0 = .success(Self.versions) }
    await harness.press("R")
    #expect(harness.text().contains("current version"))
    harness.load.answer.withLock { $0 = .failure(.offline(host: "near.example")) }
    await harness.press("R")
    #expect(harness.text().contains("Last words"))
    #expect(harness.text().contains("versions as of"))
  }

  @Test func `A signed-out user can sign in`() async {
    let harness = await PostVersionsHarness(.failure(.sessionExpired(handle: "ada", host: "near.example"))).open()
    await harness.press("L")
    #expect(harness.logins == 1)
  }

  @Test func `A server without versions shows the current post`() async {
    let text = await PostVersionsHarness(.success([])).open().text()
    #expect(text.contains("Last words"))
    #expect(text.contains("near.example has no earlier versions."))
  }
}
