import Domain
import FolderSupport
import Foundation
import Runtime
import Store
import Synchronization
import TestSupport

@testable import ServerSession

/// An account that writes at a server, kept in a store of its own, from which Terns are started and killed.
final class WritingHarness: Sendable {
  static let account = AccountID.mastodon("ada@server.example")

  let server: WritingServer
  let clock = VirtualClock(now: .noon)
  let folder: TemporaryFolder

  init(keepsKeys: Bool = true) async throws {
    server = WritingServer(keepsKeys: keepsKeys, clock: clock)
    folder = try TemporaryFolder()
    store = PostStore(directory: folder.path)
    try await SQLiteServerAccounts(store: store).add(
      Account(
        id: Self.account, profile: Profile(id: "1", handle: "ada@server.example", name: "Ada"),
        origin: .server(ServerOrigin(host: "server.example", address: "https://server.example"))))
  }

  /// What is kept, as somebody else reads it.
  private let store: PostStore
  private let lives = Mutex<[Life]>([])
  var drafts: [Draft] { get async throws { try await StoredDrafts(store: store).drafts() } }
  var outbox: StoredOutbox { StoredOutbox(store: store) }
  var entries: [OutboxEntry] { get async throws { try await outbox.entries() } }

  var pendingActions: [PendingAction] {
    get async throws { try await SQLitePendingActions(store: store).pendingActions(of: Self.account) }
  }

  func keep(_ draft: Draft) async throws { try await StoredDrafts(store: store).store(draft) }

  /// A Tern that has just been started.
  func start(dyingAt step: Int? = nil, beforeIt: Bool = false) -> WritingTern {
    let life = Life(dyingAt: step, beforeIt: beforeIt)
    lives.withLock { $0.append(life) }
    return WritingTern(self, life)
  }

  /// Whether the store or the server is at work for one of its Terns, alive or dead.
  var isWorking: Bool { lives.withLock { $0.contains(where: \.isWorking) } }

  func draft(_ text: String = "Steam!", replyTo: String? = nil, files: [String] = []) -> Draft {
    var draft = Draft(account: Self.account, text: text, changedAt: clock.now)
    if let replyTo { draft.purpose = .reply(to: DraftSubject(id: PostID(replyTo), author: nil, excerpt: "")) }
    draft.media = files.map { DraftMedia(path: $0, description: "a picture") }
    return draft
  }

  /// Lets time pass, from one deadline to the next, until something is so.
  /// - Returns: whether it came to be so within the time.
  func wait(upTo seconds: Double = 0, until condition: () async throws -> Bool) async rethrows -> Bool {
    let end = clock.now.addingTimeInterval(seconds)
    var idle = 0
    for _ in 0..<20_000 {
      if try await condition() { return true }
      try? await Task.sleep(for: .milliseconds(1))
      idle += 1
      // All that is at work has a while for it.
      // What hangs is not waited for for ever.
      guard idle > (isWorking ? 100 : 12), let next = clock.nextDeadline, next <= end else {
        // What comes to the disk may take a while.
        if idle > 2_500 { return try await condition() }
        continue
      }
      idle = 0
      clock.advance(to: next)
    }
    return false
  }

  /// Returns when nothing is on its way but what waits for its author.
  func waitUntilDone(within seconds: Double = 7_200) async throws -> Bool {
    try await wait(upTo: seconds) {
      try await entries.allSatisfy { if case .needsPerson = $0.state { true } else { false } }
    }
  }
}

/// A Tern, as far as it writes. Once it is dead, nothing that it does has any effect.
final class WritingTern: Sendable {
  let publishing: ServerPublishing
  let actions: ServerActions
  let told = Notes<SourceChange>()
  let cache: any TimelineCache
  /// The people of whom the server tells.
  let people: ServerPeople
  private let life: Life

  init(_ harness: WritingHarness, _ life: Life) {
    let store = PostStore(directory: harness.folder.path)
    self.life = life
    cache = SQLiteServerAccounts(store: store).cache(of: WritingHarness.account)
    let remote = MortalServer(server: harness.server, life: life)
    let pause = Backoff(random: { 0.5 })
    publishing = ServerPublishing(
      .init(
        account: WritingHarness.account, remote: remote, outbox: MortalOutbox(StoredOutbox(store: store), life),
        cache: cache), pause: pause, clock: harness.clock)
    let known = Known()
    actions = ServerActions(
      .init(
        account: WritingHarness.account, remote: remote, pendingActions: SQLitePendingActions(store: store),
        cache: cache),
      pause: pause, clock: harness.clock
    ) { [told] in
      told.note($0)
    } relate: { [told] action, result in
      guard let person = action.person, let now = known.people?.relate(action, result) else { return }
      told.note(.relationship(now, person: person))
    }
    people = ServerPeople(
      remote: harness.server, timelines: StubTimelineRepository(), actions: actions.sender, clock: harness.clock)
    known.set(people)
  }

  var isDead: Bool { life.isOver }
  var steps: Int { life.steps }
  func kill() { life.end() }
}

/// Comes to be after those who tell it.
private final class Known: Sendable {
  private struct State {
    weak var people: ServerPeople?
  }

  private let state = Mutex(State())
  var people: ServerPeople? { state.withLock(\.people) }
  func set(_ people: ServerPeople) { state.withLock { $0.people = people } }
}

/// What has been seen, from whatever thread.
final class Notes<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])
  var all: [Value] { values.withLock { $0 } }
  func note(_ value: Value) { values.withLock { $0.append(value) } }
}

/// How long a Tern lives, in steps: each is something that it has the store or the server do.
final class Life: Sendable {
  private struct State {
    var steps = 0
    var isOver = false
    var working = 0
  }

  private let state = Mutex(State())
  private let last: Int?
  private let beforeIt: Bool

  init(dyingAt step: Int?, beforeIt: Bool) {
    last = step
    self.beforeIt = beforeIt
  }

  var isOver: Bool { state.withLock(\.isOver) }
  var steps: Int { state.withLock(\.steps) }
  /// Whether the store or the server is at work for it.
  var isWorking: Bool { state.withLock { $0.working > 0 } }
  func end() { state.withLock { $0.isOver = true } }

  /// Does something, unless the Tern dies before it, or after it.
  func step<Answer>(_ work: () async -> Answer) async -> Answer {
    let isLast = state.withLock { state in
      state.steps += 1
      return state.steps == last
    }
    if isLast, beforeIt { end() }
    if isOver { await WritingServer.silence() }
    state.withLock { $0.working += 1 }
    let answer = await work()
    state.withLock { $0.working -= 1 }
    if isLast { end() }
    if isOver { await WritingServer.silence() }
    return answer
  }
}

private struct MortalServer: RemotePublishing, RemoteActions {
  let server: WritingServer
  let life: Life

  private func ask<Answer>(
    _ question: () async throws(TimelineError) -> Answer
  ) async throws(TimelineError) -> Answer {
    try await life.step { await Result(asking: question) }.get()
  }

  func publishingCapabilities() async throws(TimelineError) -> PublishingCapabilities {
    try await ask { () throws(TimelineError) in try await server.publishingCapabilities() }
  }

  func publish(_ draft: Draft, key: String) async throws(TimelineError) -> PublishedPost {
    try await ask { () throws(TimelineError) in try await server.publish(draft, key: key) }
  }

  func upload(
    _ media: DraftMedia, progress: @escaping @Sendable (Double) -> Void
  ) async throws(TimelineError) -> String {
    try await ask { () throws(TimelineError) in try await server.upload(media, progress: progress) }
  }

  func source(of post: PostID) async throws(TimelineError) -> PostSource { try await server.source(of: post) }

  func people(matching typed: String, limit: Int) async throws(TimelineError) -> [Profile] { [] }
  func tags(matching typed: String, limit: Int) async throws(TimelineError) -> [String] {
    try await server.tags(matching: typed, limit: limit)
  }

  func ownPosts(since moment: Date) async throws(TimelineError) -> [Post] {
    try await ask { () throws(TimelineError) in try await server.ownPosts(since: moment) }
  }

  func perform(_ action: UserAction) async throws(TimelineError) -> ActionResult {
    try await ask { () throws(TimelineError) in try await server.perform(action) }
  }

  func lists() async throws(TimelineError) -> [ListedTimeline] { try await server.lists() }
}

private struct MortalOutbox: OutboxRepository {
  private let outbox: StoredOutbox
  private let life: Life

  init(_ outbox: StoredOutbox, _ life: Life) {
    (self.outbox, self.life) = (outbox, life)
  }

  private func ask<Answer>(_ question: () async throws(StoreError) -> Answer) async throws(StoreError) -> Answer {
    try await life.step { () -> Result<Answer, StoreError> in
      do throws(StoreError) {
        return .success(try await question())
      } catch {
        return .failure(error)
      }
    }.get()
  }

  func entries() async throws(StoreError) -> [OutboxEntry] {
    if life.isOver { await WritingServer.silence() }
    return try await outbox.entries()
  }

  func enqueue(_ entries: [OutboxEntry]) async throws(StoreError) -> Bool {
    try await ask { () throws(StoreError) in try await outbox.enqueue(entries) }
  }

  func claim(of account: AccountID, now: Date, lease: Date) async throws(StoreError) -> OutboxEntry? {
    try await ask { () throws(StoreError) in try await outbox.claim(of: account, now: now, lease: lease) }
  }

  func update(_ entry: OutboxEntry, claimedUntil claim: Date?) async throws(StoreError) -> Bool {
    try await ask { () throws(StoreError) in try await outbox.update(entry, claimedUntil: claim) }
  }

  func finish(_ entry: DraftID, as post: Post?) async throws(StoreError) {
    try await ask { () throws(StoreError) in try await outbox.finish(entry, as: post) }
  }

  func giveBack(_ draft: Draft, claimedUntil claim: Date?) async throws(StoreError) -> Bool {
    try await ask { () throws(StoreError) in try await outbox.giveBack(draft, claimedUntil: claim) }
  }

  func takeBack(_ entry: DraftID, now: Date) async throws(StoreError) -> OutboxEntry? {
    try await ask { () throws(StoreError) in try await outbox.takeBack(entry, now: now) }
  }
}
