import Domain
import FoundationEssentials
import PostCell
import Runtime
import Synchronization
import TerminalKit
import TestSupport
import Testing

@testable import Composer

/// The composer with its presenter, on a virtual clock with fakes around it.
@MainActor
final class ComposerHarness {
  let clock = VirtualClock(now: .noon)
  let runner = TaskRunner()
  let publishing = FakePublishing()
  let drafts: MemoryDrafts
  let programs = SpyTextPrograms()
  let clipboard = SpyClipboard()
  let navigator = Navigator()
  let pictureClipboard = FakePictureClipboard()
  let keymap = Observed(Keymap.standard)
  private(set) var navigation: [String] = []
  private(set) var viewController: (any ViewController)?

  init() {
    drafts = MemoryDrafts(clock: clock)
  }

  func open(_ draft: Draft? = nil, isSaved: Bool = false, subject: Post? = nil, others: [ActingAccount] = []) async {
    let dependencies = ComposerDependencies(
      draft: draft ?? Draft(account: .demo("ada"), changedAt: .noon), isSaved: isSaved,
      writer: .fixture(handle: "ada", name: "Ada"),
      otherAccounts: others, subject: subject, publishing: publishing, drafts: drafts, media: FakeMedia(),
      pictureClipboard: pictureClipboard,
      programs: programs,
      clipboard: clipboard, delay: Observed(5), keymap: keymap, clock: clock, runner: runner)
    let router = ComposerRouter(
      leave: { [weak self] in self?.navigation.append("leave: \($0 ?? "")") },
      showDraft: { [weak self] _ in self?.navigation.append("next") },
      showDrafts: { [weak self] in self?.navigation.append("list") },
      startNewDraft: { [weak self] in self?.navigation.append("new") },
      move: { [weak self] draft, account in
        let text = draft.current().text
        draft.discard { self?.navigation.append("move: \(text) to \(account.key)") }
      },
      didSend: { [weak self] in self?.navigation.append("sent: \($0.text) \(Int($1))") })
    let screen = ComposerAssembly.make(dependencies: dependencies, router: router)
    viewController = screen
    navigator.setRoot(screen)
    await settle()
  }

  func settle() async {
    await clock.settle(runner)
  }

  func wait(_ seconds: Double) async {
    await clock.advance(by: seconds, runner)
  }

  /// - Parameter names: the keys as named by tmux: `C-x v 1`.
  func press(_ names: KeySequence) async {
    for key in names.keys { navigator.handle(key) }
    await settle()
  }

  func type(_ text: String) async {
    for character in text { navigator.handle(character == "\n" ? .enter : .character(character)) }
    await settle()
  }

  func lines(width: Int = 100, height: Int = 14) -> [String] {
    navigator.draw(size: Size(width: width, height: height)).lines
  }

  func screen(width: Int = 100, height: Int = 14) -> String {
    lines(width: width, height: height).joined(separator: "\n")
  }
}

/// Records sent drafts and returns what a test sets.
final class FakePublishing: PublishingRepository {
  let sent = Mutex<[Draft]>([])
  /// The drafts that were sent elsewhere.
  let settled = Mutex<Set<DraftID>>([])
  let error = Mutex<StoreError?>(nil)
  let known = Mutex(PublishingCapabilities(canQuote: true))
  let knownProfiles = Mutex<[Profile]>([])
  let remoteProfiles = Mutex<[Profile]>([])
  let tags = Mutex<[String]>([])
  let tagsAtServer = Mutex<[String]>([])
  /// The queries to the server.
  let asked = Mutex<[String]>([])

  func capabilities() async -> PublishingCapabilities { known.withLock { $0 } }
  func source(of post: PostID) async throws(TimelineError) -> PostSource { PostSource(text: "", warning: "") }

  func send(_ drafts: [Draft], delay: Double) async throws(StoreError) -> Bool {
    if let error = error.withLock({ $0 }) { throw error }
    guard !settled.withLock({ settled in drafts.contains { settled.contains($0.id) } }) else { return false }
    sent.withLock { $0 += drafts }
    return true
  }

  func outboxEvents() -> AsyncStream<OutboxEvent> { AsyncStream { $0.finish() } }
  func retry() async {}
  func sendAgain(_ entry: DraftID) async throws(StoreError) {}
  func withdraw(_ entry: DraftID) async throws(StoreError) -> Draft? { nil }

  func profilesAtServer(matching typed: String, limit: Int) async -> [Profile] {
    asked.withLock { $0.append(typed) }
    return remoteProfiles.withLock { $0 }.filter { $0.handle.hasPrefix(typed) }
  }

  func tags(matching typed: String, limit: Int) async -> [String] {
    Array(tags.withLock { $0 }.filter { $0.lowercased().hasPrefix(typed) }.prefix(limit))
  }

  func tagsAtServer(matching typed: String, limit: Int) async -> [String] {
    asked.withLock { $0.append("#" + typed) }
    return Array(tagsAtServer.withLock { $0 }.filter { $0.lowercased().hasPrefix(typed) }.prefix(limit))
  }

  func profiles(matching typed: String, limit: Int) async -> [Profile] {
    knownProfiles.withLock { $0 }.filter { $0.handle.hasPrefix(typed) }
  }
}

/// Returns the picture or the failure that a test sets.
final class FakePictureClipboard: PictureClipboard {
  let result = Mutex(Result<LocalMediaFile, PasteFailure>.failure(.noPicture))

  func storePicture() async throws(PasteFailure) -> LocalMediaFile { try result.withLock { $0 }.get() }
}

struct FakeMedia: LocalMedia {
  func paths(startingWith typed: String, limit: Int) -> [String] {
    ["/home/ada/cat.png", "/home/ada/catalogue.txt", "/home/ada/Films/"].filter { $0.hasPrefix(typed) }
  }

  func file(at path: String) throws(TimelineError) -> LocalMediaFile {
    switch path {
    case "/home/ada/cat.png": LocalMediaFile(path: path, bytes: 9_000, kind: .image)
    case "/home/ada/huge.png": LocalMediaFile(path: path, bytes: 90_000_000, kind: .image)
    case "/home/ada/catalogue.txt": LocalMediaFile(path: path, bytes: 9, kind: nil)
    default: throw .fileMissing(path: path)
    }
  }
}
