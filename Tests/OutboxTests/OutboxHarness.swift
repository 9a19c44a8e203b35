import Domain
import FoundationEssentials
import Runtime
import Synchronization
import TerminalKit
import TestSupport
import Testing
import TimelineCore

@testable import Outbox

/// The screen with its presenter, on a clock that stands still, and everything around it played.
@MainActor
final class OutboxHarness {
  static let account = AccountID.demo("ada")

  let clock = VirtualClock(now: .noon)
  let runner = TaskRunner()
  let publishing: FakeOutbox
  let actions: FakeActions
  let kept = FakeDrafts()
  let drafts: ObservableDrafts
  let history = ActionHistory()
  let navigator = Navigator()
  private(set) var ways: [String] = []
  private(set) var said: [String] = []

  init() {
    UTF8Locale.set()
    publishing = FakeOutbox(clock: clock)
    actions = FakeActions(clock: clock)
    drafts = ObservableDrafts(kept, clock: clock)
  }

  @discardableResult
  func open() async -> OutboxHarness {
    let account = Account(
      id: Self.account, profile: .fixture(handle: "ada@demo", name: "Ada Lovelace"), origin: .demo)
    let dependencies = OutboxDependencies(
      account: account, publishing: publishing, actions: actions, drafts: drafts, history: history,
      say: { [weak self] text, _ in self?.said.append(text) }, clock: clock, runner: runner)
    let router = OutboxRouter(
      write: { [weak self] in self?.ways.append("write: \($0.text)\($1 ? ", kept" : "")") },
      begin: { [weak self] in self?.ways.append("begin") },
      logIn: { [weak self] in self?.ways.append("log in") })
    navigator.setRoot(OutboxAssembly.make(dependencies: dependencies, router: router))
    await settle()
    return self
  }

  func settle() async { #expect(await clock.settle(runner)) }
  func wait(_ seconds: Double) async { #expect(await clock.advance(by: seconds, runner)) }

  /// As tmux names keys: `x y`.
  func press(_ names: KeySequence) async {
    for key in names.keys { navigator.handle(key) }
    await settle()
  }

  func lines(width: Int = 60, height: Int = 16) -> [String] {
    navigator.draw(size: Size(width: width, height: height)).lines
  }

  func screen(width: Int = 60, height: Int = 16) -> String {
    lines(width: width, height: height).joined(separator: "\n")
  }

  /// What stands between the two rules, without empty lines.
  func list(width: Int = 60, height: Int = 24) -> [String] {
    lines(width: width, height: height).dropFirst(2).dropLast(2).filter { !$0.isEmpty }
  }

  func draft(_ text: String, minutesAgo: Double = 5) -> Draft {
    Draft(id: DraftID(text), account: Self.account, text: text, changedAt: .noon.minutesAgo(minutesAgo))
  }

  func entry(
    _ text: String, _ state: OutboxEntry.State, secondsLeft: Double = 0, sentMinutesAgo: Double = 1
  ) -> OutboxEntry {
    OutboxEntry(
      draft: draft(text), key: text, sentAt: .noon.minutesAgo(sentMinutesAgo),
      notBefore: .noon.addingTimeInterval(secondsLeft), state: state)
  }
}

/// Actions of which as many wait as a test has it.
final class FakeActions: ActionRepository {
  let kinds: Set<UserAction.Kind> = []
  let unsent: Broadcast<[UserAction]>

  init(clock: any WallClock) {
    unsent = Broadcast(clock: clock)
  }

  func perform(_ action: UserAction) async throws(StoreError) {}
  func refusals() -> AsyncStream<RefusedAction> { AsyncStream { $0.finish() } }
  func waiting() -> AsyncStream<[UserAction]> { unsent.listen() }
  func lists() async throws(TimelineError) -> [ListedTimeline] { [] }
}

/// An outbox that says what a test has it say.
final class FakeOutbox: PublishingRepository {
  private struct State {
    var entries: [OutboxEntry] = []
    var done: [String] = []
    var error: StoreError?
    var sends = true
  }

  private let state = Mutex(State())
  let news: Broadcast<OutboxNews>
  var sends: Bool {
    get { state.withLock(\.sends) }
    set { state.withLock { $0.sends = newValue } }
  }

  init(clock: any WallClock) {
    news = Broadcast(clock: clock)
  }

  /// What has been asked of it.
  var done: [String] { state.withLock(\.done) }
  var error: StoreError? {
    get { state.withLock(\.error) }
    set { state.withLock { $0.error = newValue } }
  }

  func hold(_ entries: [OutboxEntry]) {
    state.withLock { $0.entries = entries }
    news.notify(.entries(entries))
  }

  func capabilities() async -> PublishingCapabilities { PublishingCapabilities() }
  func source(of post: PostID) async throws(TimelineError) -> PostSource { PostSource(text: "", warning: "") }
  func send(_ drafts: [Draft], delay: Double) async throws(StoreError) -> Bool { true }

  func outbox() -> AsyncStream<OutboxNews> {
    let listener = news.listen()
    news.notify(.entries(state.withLock(\.entries)))
    return listener
  }

  func retry() async { state.withLock { $0.done.append("retry") } }

  func sendAgain(_ entry: DraftID) async throws(StoreError) {
    if let error { throw error }
    state.withLock { $0.done.append("send \(entry.rawValue)") }
  }

  /// What is being sent does not come back.
  func takeBack(_ entry: DraftID) async throws(StoreError) -> Draft? {
    if let error { throw error }
    let taken = state.withLock { state -> OutboxEntry? in
      guard let index = state.entries.firstIndex(where: { $0.id == entry }) else { return nil }
      if case .sending = state.entries[index].state { return nil }
      return state.entries.remove(at: index)
    }
    guard let taken else { return nil }
    news.notify(.entries(state.withLock(\.entries)))
    return taken.draft
  }

  func people(matching typed: String, limit: Int) async -> [Profile] { [] }
}

/// Drafts in memory, or a disk that fails.
final class FakeDrafts: DraftRepository {
  let all = Mutex<[Draft]>([])
  let error = Mutex<StoreError?>(nil)

  var texts: [String] { all.withLock { $0.map(\.text) } }

  func drafts() async throws(StoreError) -> [Draft] {
    if let error = error.withLock({ $0 }) { throw error }
    return all.withLock { $0 }
  }

  func store(_ draft: Draft) async throws(StoreError) {
    if let error = error.withLock({ $0 }) { throw error }
    all.withLock { all in all = [draft] + all.filter { $0.id != draft.id } }
  }

  func remove(_ draft: DraftID) async throws(StoreError) {
    if let error = error.withLock({ $0 }) { throw error }
    all.withLock { all in all.removeAll { $0.id == draft } }
  }
}
