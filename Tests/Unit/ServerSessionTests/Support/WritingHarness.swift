import Domain
import FolderSupport
import Foundation
import Runtime
import Store
import Synchronization
import TestSupport

@testable import ServerSession

/// An account that writes at a fake server, with a separate store, used by instances of Tern that can be started and
/// killed.
final class WritingHarness: Sendable {
  static let account = AccountID.mastodon("ada@server.example")

  let server: WritingServer
  let clock = VirtualClock(now: .noon)
  let folder = TemporaryFolder()

  init(supportsKeys: Bool = true) async throws {
    server = WritingServer(supportsKeys: supportsKeys, clock: clock)
    store = PostStore(directory: folder.path)
    try await SQLiteServerAccounts(store: store).add(
      Account(
        id: Self.account, profile: Profile(id: "1", handle: "ada@server.example", name: "Ada"),
        origin: .server(ServerOrigin(host: "server.example", address: "https://server.example"))))
  }

  /// The store, read independently of the instances.
  private let store: PostStore
  private let lives = Mutex<[Lifetime]>([])
  var drafts: [Draft] { get async throws { try await StoredDrafts(store: store).drafts() } }
  var outbox: StoredOutbox { StoredOutbox(store: store) }
  var entries: [OutboxEntry] { get async throws { try await outbox.entries() } }

  var pendingActions: [PendingAction] {
    get async throws { try await SQLitePendingActions(store: store).pendingActions(of: Self.account) }
  }

  func store(_ draft: Draft) async throws { try await StoredDrafts(store: store).store(draft) }

  /// Starts an instance of Tern.
  func start(killedAt step: Int? = nil, beforeStep: Bool = false) -> AppInstance {
    let life = Lifetime(killedAt: step, beforeStep: beforeStep)
    lives.withLock { $0.append(life) }
    return AppInstance(self, life)
  }

  /// Whether the store or the server is busy for any instance, running or killed.
  var isWorking: Bool { lives.withLock { $0.contains(where: \.isWorking) } }

  func draft(_ text: String = "Steam!", replyTo: String? = nil, files: [String] = []) -> Draft {
    var draft = Draft(account: Self.account, text: text, changedAt: clock.now)
    if let replyTo { draft.purpose = .reply(to: DraftSubject(id: PostID(replyTo), author: nil, excerpt: "")) }
    draft.media = files.map { DraftMedia(path: $0, description: "a picture") }
    return draft
  }

  /// Advances the clock from one deadline to the next until a condition is met.
  /// - Returns: whether it was met within the time.
  func wait(upTo seconds: Double = 0, until condition: () async throws -> Bool) async rethrows -> Bool {
    let end = clock.now.addingTimeInterval(seconds)
    var idle = 0
    for _ in 0..<20_000 {
      if try await condition() { return true }
      try? await Task.sleep(for: .milliseconds(1))
      idle += 1
      // Gives running work time, but does not wait endlessly for work that hangs.
      guard idle > (isWorking ? 100 : 12), let next = clock.nextDeadline, next <= end else {
        // Writing to disk may take a while.
        if idle > 2_500 { return try await condition() }
        continue
      }
      idle = 0
      clock.advance(to: next)
    }
    return false
  }

  /// Waits until only entries that need confirmation are left in the outbox.
  func waitUntilDone(within seconds: Double = 7_200) async throws -> Bool {
    try await wait(upTo: seconds) {
      try await entries.allSatisfy { if case .needsConfirmation = $0.state { true } else { false } }
    }
  }
}

/// A running instance of Tern. After it was killed, its actions have no effect.
final class AppInstance: Sendable {
  let publishing: ServerPublishing
  let actions: ServerActions
  let reportedChanges = Recorder<SourceChange>()
  let cache: any TimelineCache
  let profiles: ServerProfiles
  private let life: Lifetime

  init(_ harness: WritingHarness, _ life: Lifetime) {
    let store = PostStore(directory: harness.folder.path)
    self.life = life
    cache = SQLiteServerAccounts(store: store).cache(of: WritingHarness.account)
    let remote = KillableServer(server: harness.server, life: life)
    let backoff = Backoff(random: { 0.5 })
    actions = ServerActions(
      .init(
        account: WritingHarness.account, remote: remote, pendingActions: SQLitePendingActions(store: store),
        cache: cache),
      backoff: backoff, clock: harness.clock
    ) { [reportedChanges] in
      reportedChanges.record($0)
    }
    publishing = ServerPublishing(
      .init(
        account: WritingHarness.account, remote: remote, outbox: KillableOutbox(StoredOutbox(store: store), life),
        cache: cache, actions: actions, scheduled: remote), backoff: backoff, clock: harness.clock)
    profiles = ServerProfiles(
      remote: harness.server, timelines: StubTimelineRepository(), changes: actions.userChanges, clock: harness.clock)
  }

  var isDead: Bool { life.isOver }
  var steps: Int { life.steps }
  func kill() { life.end() }
}

/// Records values from any thread.
final class Recorder<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])
  var all: [Value] { values.withLock { $0 } }
  func record(_ value: Value) { values.withLock { $0.append(value) } }
}

/// The lifetime of an instance in steps. Each step is an operation of the store or the server.
final class Lifetime: Sendable {
  private struct State {
    var steps = 0
    var isOver = false
    var working = 0
  }

  private let state = Mutex(State())
  private let last: Int?
  private let beforeStep: Bool

  init(killedAt step: Int?, beforeStep: Bool) {
    last = step
    self.beforeStep = beforeStep
  }

  var isOver: Bool { state.withLock(\.isOver) }
  var steps: Int { state.withLock(\.steps) }
  /// Whether the store or the server is busy for it.
  var isWorking: Bool { state.withLock { $0.working > 0 } }
  func end() { state.withLock { $0.isOver = true } }

  /// Performs a step, unless the instance is killed before or after it.
  func step<Value>(_ work: () async -> Value) async -> Value {
    let isLast = state.withLock { state in
      state.steps += 1
      return state.steps == last
    }
    if isLast, beforeStep { end() }
    if isOver { await WritingServer.hangForever() }
    state.withLock { $0.working += 1 }
    let value = await work()
    state.withLock { $0.working -= 1 }
    if isLast { end() }
    if isOver { await WritingServer.hangForever() }
    return value
  }
}

private struct KillableServer: RemotePublishing, RemoteActions, ScheduledPostRepository {
  let server: WritingServer
  let life: Lifetime

  private func perform<Value>(
    _ request: () async throws(TimelineError) -> Value
  ) async throws(TimelineError) -> Value {
    try await life.step { await Result(of: request) }.get()
  }

  func publishingCapabilities() async throws(TimelineError) -> PublishingCapabilities {
    try await perform { () throws(TimelineError) in try await server.publishingCapabilities() }
  }

  func publish(_ draft: Draft, key: String) async throws(TimelineError) -> PublishedPost {
    try await perform { () throws(TimelineError) in try await server.publish(draft, key: key) }
  }

  func upload(
    _ media: DraftMedia, progress: @escaping @Sendable (Double) -> Void
  ) async throws(TimelineError) -> String {
    try await perform { () throws(TimelineError) in try await server.upload(media, progress: progress) }
  }

  func source(of post: PostID) async throws(TimelineError) -> PostSource { try await server.source(of: post) }

  func profiles(matching typed: String, limit: Int) async throws(TimelineError) -> [Profile] { [] }
  func tags(matching typed: String, limit: Int) async throws(TimelineError) -> [String] {
    try await server.tags(matching: typed, limit: limit)
  }

  func emojiNames() async throws(TimelineError) -> [String] { try await server.emojiNames() }

  func ownPosts(since moment: Date) async throws(TimelineError) -> [Post] {
    try await perform { () throws(TimelineError) in try await server.ownPosts(since: moment) }
  }

  func perform(_ action: UserAction) async throws(TimelineError) -> ActionResult {
    try await perform { () throws(TimelineError) in try await server.perform(action) }
  }

  func lists() async throws(TimelineError) -> [ListedTimeline] { try await server.lists() }

  func scheduledPosts() async throws(TimelineError) -> [ScheduledPost] {
    try await perform { () throws(TimelineError) in try await server.scheduledPosts() }
  }

  func reschedule(
    _ post: ScheduledPostID, to moment: Date
  ) async throws(TimelineError) -> ScheduledPost? {
    try await perform { () throws(TimelineError) in try await server.reschedule(post, to: moment) }
  }

  func cancelScheduledPost(_ post: ScheduledPostID) async throws(TimelineError) -> Bool {
    try await perform { () throws(TimelineError) in try await server.cancelScheduledPost(post) }
  }
}

private struct KillableOutbox: OutboxRepository {
  private let outbox: StoredOutbox
  private let life: Lifetime

  init(_ outbox: StoredOutbox, _ life: Lifetime) {
    (self.outbox, self.life) = (outbox, life)
  }

  private func perform<Value>(_ operation: () async throws(StoreError) -> Value) async throws(StoreError) -> Value {
    try await life.step { () -> Result<Value, StoreError> in
      do throws(StoreError) {
        return .success(try await operation())
      } catch {
        return .failure(error)
      }
    }.get()
  }

  func entries() async throws(StoreError) -> [OutboxEntry] {
    if life.isOver { await WritingServer.hangForever() }
    return try await outbox.entries()
  }

  func enqueue(_ entries: [OutboxEntry]) async throws(StoreError) -> Bool {
    try await perform { () throws(StoreError) in try await outbox.enqueue(entries) }
  }

  func claim(of account: AccountID, now: Date, lease: Date) async throws(StoreError) -> OutboxEntry? {
    try await perform { () throws(StoreError) in try await outbox.claim(of: account, now: now, lease: lease) }
  }

  func update(_ entry: OutboxEntry, claimedUntil claim: Date?) async throws(StoreError) -> Bool {
    try await perform { () throws(StoreError) in try await outbox.update(entry, claimedUntil: claim) }
  }

  func finish(_ entry: DraftID, as post: Post?) async throws(StoreError) {
    try await perform { () throws(StoreError) in try await outbox.finish(entry, as: post) }
  }

  func returnToDrafts(_ draft: Draft, claimedUntil claim: Date?) async throws(StoreError) -> Bool {
    try await perform { () throws(StoreError) in try await outbox.returnToDrafts(draft, claimedUntil: claim) }
  }

  func withdraw(_ entry: DraftID, now: Date) async throws(StoreError) -> OutboxEntry? {
    try await perform { () throws(StoreError) in try await outbox.withdraw(entry, now: now) }
  }
}
