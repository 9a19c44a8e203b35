import Domain
import FoundationEssentials
import Runtime
import ScreenSupport
import ScreenTestSupport
import Synchronization
import TerminalKit
import TestSupport
import Testing
import TimelineCore

@testable import Outbox

/// The outbox screen with its presenter, on a virtual clock with fakes around it.
@MainActor
final class OutboxHarness: ScreenDriver {
  static let account = AccountID.demo("ada")

  private(set) lazy var publishing = FakeOutbox(clock: clock)
  private(set) lazy var actions = StubActions([], clock: clock)
  private(set) lazy var scheduled = FakeScheduledPosts(clock: clock)
  let stored = MemoryDrafts()
  private(set) lazy var drafts = ObservableDrafts(stored, clock: clock)
  let history = ActionHistory()
  private(set) var navigation: [String] = []
  private(set) var messages: [String] = []

  override init() {
    super.init()
    size = Size(width: 60, height: 16)
  }

  /// - Parameter schedules: whether the source has scheduled posts.
  @discardableResult
  func open(schedules: Bool = true) async -> OutboxHarness {
    let server = ServerOrigin(host: "timeline.example", address: "https://timeline.example")
    let account = Account(
      id: Self.account, profile: .fixture(handle: "ada@demo", name: "Ada Lovelace"), origin: .server(server))
    let dependencies = OutboxDependencies(
      account: account, publishing: publishing, scheduled: schedules ? scheduled : nil, actions: actions,
      drafts: drafts, history: history, announce: { [weak self] text, _ in self?.messages.append(text) })
    let router = OutboxRouter(
      edit: { [weak self] in self?.navigation.append("edit: \($0.text)\($1 ? ", saved" : "")") },
      startNewDraft: { [weak self] in self?.navigation.append("new") },
      signInAgain: { [weak self] in self?.navigation.append("sign in") })
    await show(OutboxAssembly.make(dependencies: dependencies, services: services, router: router))
    return self
  }

  func screen(width: Int = 60, height: Int = 16) -> String { text(width, height) }

  /// The lines between the two rules, without empty ones.
  func list(width: Int = 60, height: Int = 24) -> [String] {
    lines(width, height).dropFirst(2).dropLast(2).filter { !$0.isEmpty }
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

/// An outbox with the entries that a test sets.
final class FakeOutbox: PublishingRepository {
  private struct State {
    var entries: [OutboxEntry] = []
    var done: [String] = []
    var error: StoreError?
    var canSend = true
  }

  private let state = Mutex(State())
  let news: Broadcast<OutboxEvent>
  var canSend: Bool {
    get { state.withLock(\.canSend) }
    set { state.withLock { $0.canSend = newValue } }
  }

  init(clock: any WallClock) {
    news = Broadcast(clock: clock)
  }

  /// The requests so far.
  var done: [String] { state.withLock(\.done) }
  var error: StoreError? {
    get { state.withLock(\.error) }
    set { state.withLock { $0.error = newValue } }
  }

  func setEntries(_ entries: [OutboxEntry]) {
    state.withLock { $0.entries = entries }
    news.notify(.entries(entries))
  }

  func capabilities() async -> PublishingCapabilities { PublishingCapabilities() }
  func source(of post: PostID) async throws(TimelineError) -> PostSource { PostSource(text: "", warning: "") }
  func send(_ drafts: [Draft], delay: Double) async throws(StoreError) -> Bool { true }

  func outboxEvents() -> AsyncStream<OutboxEvent> {
    let listener = news.subscribe()
    news.notify(.entries(state.withLock(\.entries)))
    return listener
  }

  func retry() async { state.withLock { $0.done.append("retry") } }

  func sendAgain(_ entry: DraftID) async throws(StoreError) {
    if let error { throw error }
    state.withLock { $0.done.append("send \(entry.rawValue)") }
  }

  /// Posts being sent cannot be withdrawn.
  func withdraw(_ entry: DraftID) async throws(StoreError) -> Draft? {
    if let error { throw error }
    let withdrawn = state.withLock { state -> OutboxEntry? in
      guard let index = state.entries.firstIndex(where: { $0.id == entry }) else { return nil }
      if case .sending = state.entries[index].state { return nil }
      return state.entries.remove(at: index)
    }
    guard let withdrawn else { return nil }
    news.notify(.entries(state.withLock(\.entries)))
    return withdrawn.draft
  }

  func profiles(matching typed: String, limit: Int) async -> [Profile] { [] }
}

/// Scheduled posts of a server, with the errors that a test sets.
final class FakeScheduledPosts: ScheduledPostRepository {
  private struct State {
    var posts: [ScheduledPost] = []
    var stored: ScheduledPostList?
    var loadError: TimelineError?
    var changeError: TimelineError?
    /// Whether a change takes effect although its response is lost.
    var losesResponses = false
    var seconds = 0.0
    var loads = 0
  }

  private let state = Mutex(State())
  private let clock: any WallClock

  init(clock: any WallClock) {
    self.clock = clock
  }

  var posts: [ScheduledPost] {
    get { state.withLock(\.posts) }
    set { state.withLock { $0.posts = newValue } }
  }
  var stored: ScheduledPostList? {
    get { state.withLock(\.stored) }
    set { state.withLock { $0.stored = newValue } }
  }
  var loadError: TimelineError? {
    get { state.withLock(\.loadError) }
    set { state.withLock { $0.loadError = newValue } }
  }
  /// The number of requests for the list.
  var loads: Int { state.withLock(\.loads) }

  /// Makes changes fail.
  /// - Parameter isApplied: whether they take effect although the response is lost.
  func failChanges(by error: TimelineError?, isApplied: Bool = false) {
    state.withLock { ($0.changeError, $0.losesResponses) = (error, isApplied) }
  }

  /// Delays the list.
  func delay(by seconds: Double) { state.withLock { $0.seconds = seconds } }

  func storedScheduledPosts() async -> ScheduledPostList? { stored }

  func scheduledPosts() async throws(TimelineError) -> [ScheduledPost] {
    let seconds = state.withLock { state in
      state.loads += 1
      return state.seconds
    }
    if seconds > 0 {
      guard (try? await clock.sleep(seconds: seconds)) != nil else { throw .cancelled }
    }
    if let loadError { throw loadError }
    return posts.sorted { $0.publishAt < $1.publishAt }
  }

  func reschedule(
    _ post: ScheduledPostID, to moment: Date
  ) async throws(TimelineError) -> ScheduledPost? {
    try change { posts in
      guard let index = posts.firstIndex(where: { $0.id == post }) else { return nil }
      posts[index].publishAt = moment
      return posts[index]
    }
  }

  func cancelScheduledPost(_ post: ScheduledPostID) async throws(TimelineError) -> Bool {
    try change { posts in
      guard let index = posts.firstIndex(where: { $0.id == post }) else { return false }
      posts.remove(at: index)
      return true
    }
  }

  private func change<Value: Sendable>(
    _ change: @Sendable (inout [ScheduledPost]) -> Value
  ) throws(TimelineError) -> Value {
    let (value, error) = state.withLock { state in
      let isApplied = state.changeError == nil || state.losesResponses
      return (isApplied ? change(&state.posts) : nil, state.changeError)
    }
    if let error { throw error }
    guard let value else { throw .cancelled }
    return value
  }
}
