import Domain
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

/// Drafts, outbox and pending actions in the store.
@Suite struct StoredOutboxTests {
  private let fixture = StoreHarness()
  private let ada = AccountID.mastodon("ada@timeline.example")
  private let grace = AccountID.mastodon("grace@sea.example")

  private var drafts: StoredDrafts { StoredDrafts(store: PostStore(directory: fixture.directory)) }
  private var outbox: StoredOutbox { StoredOutbox(store: PostStore(directory: fixture.directory)) }
  private var pendingActions: SQLitePendingActions {
    SQLitePendingActions(store: PostStore(directory: fixture.directory))
  }

  private func draft(_ text: String, of account: AccountID? = nil, minutesAgo: Double = 0) -> Draft {
    Draft(account: account ?? ada, text: text, changedAt: .noon.minutesAgo(minutesAgo))
  }

  private func entry(_ text: String, of account: AccountID? = nil, seconds: Double = 0) -> OutboxEntry {
    let moment = Date.noon.addingTimeInterval(seconds)
    return OutboxEntry(draft: draft(text, of: account), key: "key of \(text)", sentAt: moment, notBefore: moment)
  }

  private static let subject = DraftSubject(
    id: PostID("1"), author: Profile(id: "7", handle: "grace@sea.example", name: "Grace"), excerpt: "Ünïcode 軌道")

  // MARK: Drafts

  @Test(arguments: [
    Draft.Purpose.post, .reply(to: subject), .quote(subject),
    .edit(DraftSubject(id: PostID(""), author: nil, excerpt: "")),
  ])
  func `A draft is stored and loaded unchanged`(purpose: Draft.Purpose) async throws {
    var draft = Draft(
      account: ada, purpose: purpose, text: "Line\nline 👩🏽‍💻\u{0}\u{202E}", warning: "careful", visibility: .unlisted,
      language: "pt-BR", isSensitive: true,
      poll: DraftPoll(options: ["yes", "", "no"], duration: 300, allowsMultiple: true),
      media: [
        DraftMedia(
          path: "/tmp/ä b.png", version: FileVersion(rawValue: "3 9.5 7"), description: "a gear", remoteID: "9"),
        DraftMedia(path: ""),
      ],
      publishAt: .noon.addingTimeInterval(3_600), replaces: ScheduledPostID("31"), changedAt: .noon, refusal: "Too long"
    )
    try await drafts.store(draft)
    #expect(try await drafts.drafts() == [draft])
    (draft.text, draft.refusal, draft.poll) = (String(repeating: "x", count: 50_000), nil, nil)
    try await drafts.store(draft)
    #expect(try await drafts.drafts() == [draft])
    try await drafts.remove(draft.id)
    #expect(try await drafts.drafts() == [])
  }

  @Test func `Focal points are stored, and all attachments are known`() async throws {
    var mine = draft("hello")
    mine.media = [
      DraftMedia(
        path: "/home/ada/cat.png", remoteID: "31", uploadedDescription: "", focus: FocalPoint(x: 0.5, y: -0.33),
        uploadedFocus: FocalPoint(x: -1, y: 1))
    ]
    try await drafts.store(mine)
    #expect(try await drafts.drafts() == [mine])
    let paths = try await PostStore(directory: fixture.directory).attachedPaths()
    #expect(paths == ["/home/ada/cat.png"])
  }

  @Test func `A draft is not stored over a changed or removed one`()
    async throws
  {
    var mine = draft("hello")
    var seen = DraftRevision(mine, isSaved: false)
    #expect(try await drafts.store(mine, over: seen))
    seen = DraftRevision(mine, isSaved: true)
    var other = mine
    other.text = "hello, said Grace"
    #expect(try await drafts.store(other, over: seen))
    mine.text = "hello, said Ada"
    #expect(try await !drafts.store(mine, over: seen))
    #expect(try await drafts.drafts().map(\.text) == ["hello, said Grace"])
    try await drafts.remove(mine.id)
    #expect(try await !drafts.store(mine, over: DraftRevision(other, isSaved: true)))
    #expect(try await drafts.drafts() == [])
  }

  @Test func `Polls, files, visibility and dates count as changes, results of sending do not`() async throws {
    var mine = draft("hello")
    mine.media = [DraftMedia(path: "/a.png")]
    mine.publishAt = .noon.addingTimeInterval(0.12345)
    try await drafts.store(mine)
    let seen = DraftRevision(mine, isSaved: true)
    let changes: [(inout Draft) -> Void] = [
      { $0.poll = DraftPoll(options: ["tea", "coffee"]) }, { $0.media.append(DraftMedia(path: "/b.png")) },
      { $0.media[0].description = "a gear" }, { $0.visibility = .direct }, { $0.language = "de" },
      { $0.isSensitive.toggle() }, { $0.publishAt = nil }, { $0.publishAt = .noon.addingTimeInterval(600) },
    ]
    for change in changes {
      var other = mine
      change(&other)
      try await drafts.store(other)
      #expect(try await !drafts.store(mine, over: seen))
      #expect(try await drafts.drafts().first?.hasSameContent(as: other) == true || other.publishAt != nil)
    }
    var same = mine
    same.media[0].remoteID = "9"
    same.media[0].uploadedDescription = ""
    (same.purpose, same.refusal) = (.reply(to: DraftSubject(.fixture(id: "1", createdAt: .noon, text: "a"))), "No")
    try await drafts.store(same)
    #expect(try await drafts.store(mine, over: seen))
  }

  @Test func `Drafts of all accounts are sorted by last change`() async throws {
    for (text, account, minutes) in [("old", ada, 9.0), ("new", grace, 1), ("older", AccountID.demo("ada@demo"), 20)] {
      try await drafts.store(draft(text, of: account, minutesAgo: minutes))
    }
    #expect(try await drafts.drafts().map(\.text) == ["new", "old", "older"])
  }

  @Test func `Reading creates no store, writing does`() async throws {
    #expect(try await drafts.drafts() == [])
    #expect(try await outbox.entries() == [])
    #expect(try await pendingActions.pendingActions(of: ada) == [])
    try await drafts.remove(DraftID())
    #expect(try await outbox.claim(of: ada, now: .noon, lease: .noon) == nil)
    #expect(!FileManager.default.fileExists(atPath: fixture.directory))
    try await drafts.store(draft("first"))
    #expect(try await drafts.drafts().count == 1)
    try expectIntact(fixture.directory)
  }

  @Test func `Saved drafts survive cancellation and a kill`() async throws {
    let (draft, store) = (draft("kept"), fixture.store)
    // A cancelled task still writes.
    let writing = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await StoredDrafts(store: store).store(draft)
    }
    try await writing.value
    // The files without closing the database, as after a kill.
    let copy = StoreHarness()
    try FileManager.default.createDirectory(atPath: copy.directory, withIntermediateDirectories: true)
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: fixture.databasePath + suffix, toPath: copy.databasePath + suffix)
    }
    #expect(try await StoredDrafts(store: copy.store).drafts() == [draft])
    // Only during a write.
    let pool = try #require(try fixture.store.openDatabase()).pool
    let level = try await pool.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
    #expect(level == 1)
  }

  @Test func `A full disk is an error and loses nothing`() async throws {
    let store = fixture.store
    let kept = draft("kept")
    try await StoredDrafts(store: store).store(kept)
    let pool = try #require(try store.openDatabase()).pool
    try await pool.writeWithoutTransaction { database in
      let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
      _ = try Int.fetchOne(database, sql: "PRAGMA max_page_count = \(pages)")
    }
    var long = kept
    long.text = String(repeating: "long ", count: 100_000)
    let full = StoreError.unusable(path: fixture.databasePath, reason: "No space left on device")
    await #expect(throws: full) { try await StoredDrafts(store: store).store(long) }
    await #expect(throws: full) {
      try await StoredOutbox(store: store).enqueue(
        OutboxEntry(draft: long, key: "k", sentAt: .noon, notBefore: .noon))
    }
    #expect(try await drafts.drafts() == [kept])
    #expect(try await outbox.entries() == [])
    try expectIntact(fixture.directory)
  }

  @Test func `Unknown rows are left unchanged`() async throws {
    try await drafts.store(draft("known"))
    try await outbox.enqueue(entry("known"))
    try await DatabaseQueue(path: fixture.databasePath).write { database in
      try database.execute(
        sql: """
          INSERT INTO draft (id, account, changedAt, content) VALUES ('new', 'mastodon:a', 1, '{"version":99}');
          INSERT INTO draft (id, account, changedAt, content) VALUES ('bad', 'mastodon:a', 'x', '[1');
          INSERT INTO outbox (id, account, sentAt, notBefore, claimedUntil, needsPerson, content)
            VALUES ('bad', 'mastodon:ada@timeline.example', 1, 1, NULL, 0, x'00');
          INSERT INTO wish (id, account, slot, at, content) VALUES ('w', 'mastodon:ada@timeline.example', NULL, 1, '{"kind":"sing"}');
          """)
    }
    #expect(try await drafts.drafts().map(\.text) == ["known"])
    #expect(try await outbox.entries().map(\.draft.text) == ["known"])
    #expect(try await outbox.claim(of: ada, now: .noon, lease: .noon)?.draft.text == "known")
    #expect(try await pendingActions.pendingActions(of: ada) == [])
    let count = try fixture.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM draft") }
    #expect(count == 3)
  }

  // MARK: Outbox

  @Test func `An enqueued post is no draft, and can be turned back`() async throws {
    var first = entry("first")
    try await drafts.store(first.draft)
    try await outbox.enqueue(first)
    #expect(try await drafts.drafts() == [])
    #expect(try await outbox.entries() == [first])
    // Enqueued twice, it is in the outbox once.
    var again = first
    again.key = "another"
    try await outbox.enqueue(again)
    #expect(try await outbox.entries() == [first])
    first.attempts = 3
    first.firstAttemptAt = .noon.addingTimeInterval(0.125)
    let errors: [TimelineError] = [
      .offline(host: "h"), .timedOut(host: "h", seconds: 30), .serverError(host: "h", message: "502"),
      .untrustedHost(host: "h", reason: "old"), .webPage(host: "h", title: "Portal"),
      .redirected(host: "h", to: "social.h"), .unsupported(host: "h"),
      .rateLimited(host: "h", until: .noon), .maintenance(host: "h", until: nil),
      .sessionExpired(handle: "ada", host: "h"), .refused(host: "h", message: "no"),
    ]
    let states =
      errors.map { OutboxEntry.State.waiting(since: $0) } + UnconfirmedReason.allCases.map { .needsConfirmation($0) }
    for state in states {
      first.state = state
      #expect(try await outbox.update(first, claimedUntil: nil))
      #expect(try await outbox.entries() == [first])
    }
    try await outbox.finish(first.id, as: nil)
    #expect(try await outbox.entries() == [])
    #expect(try await drafts.drafts() == [])
  }

  @Test func `Each entry is sent by one process, one per account at a time`() async throws {
    for (index, text) in ["a", "b", "c"].enumerated() { try await outbox.enqueue(entry(text, seconds: Double(index))) }
    try await outbox.enqueue(entry("later", of: grace, seconds: 100))
    let lease = Date.noon.addingTimeInterval(60)
    #expect(try await outbox.claim(of: ada, now: .noon.minutesAgo(1), lease: lease) == nil)
    let claimed = try await withThrowingTaskGroup(of: OutboxEntry?.self) { group in
      for index in 0..<6 {
        let moment = Date.noon.addingTimeInterval(5)
        group.addTask { try await outbox.claim(of: ada, now: moment, lease: lease.addingTimeInterval(Double(index))) }
      }
      return try await group.reduce(into: [OutboxEntry]()) { if let entry = $1 { $0.append(entry) } }
    }
    #expect(claimed.map(\.draft.text) == ["a"] && claimed.first?.attempts == 1)
    #expect(try await outbox.claim(of: grace, now: .noon.addingTimeInterval(100), lease: lease)?.draft.text == "later")
    // After a claim has expired, another process takes over, and the former one changes nothing.
    var first = try #require(claimed.first)
    guard case .sending(let old) = first.state else {
      Issue.record("It is not claimed.")
      return
    }
    #expect(try await outbox.withdraw(first.id, now: .noon.addingTimeInterval(5)) == nil)
    let later = Date.noon.addingTimeInterval(120)
    let second = try #require(try await outbox.claim(of: ada, now: later, lease: later.addingTimeInterval(60)))
    #expect(second.id == first.id && second.attempts == 2)
    first.state = .waiting(since: nil)
    #expect(try await outbox.update(first, claimedUntil: old) == false)
    #expect(try await outbox.update(first, claimedUntil: nil) == false)
    #expect(try await outbox.returnToDrafts(first.draft, claimedUntil: old) == false)
    #expect(try await outbox.returnToDrafts(second.draft, claimedUntil: later.addingTimeInterval(60)))
    #expect(try await drafts.drafts().map(\.text) == ["a"])
    #expect(try await outbox.entries().map(\.draft.text) == ["b", "c", "later"])
    #expect(try await outbox.claim(of: ada, now: later, lease: later)?.draft.text == "b")
  }

  /// Simulated processes.
  private struct Programs: ProcessRegistry {
    var currentName: String?
    var ended: Set<String> = []
    func hasEnded(_ name: String) -> Bool { ended.contains(name) }
  }

  @Test func `Claims of ended processes are taken over, those of running ones are not`() async throws {
    func outbox(_ own: String?, ended: Set<String> = []) -> StoredOutbox {
      StoredOutbox(
        store: PostStore(directory: fixture.directory), processes: Programs(currentName: own, ended: ended))
    }
    let (now, lease) = (Date.noon.addingTimeInterval(5), Date.noon.addingTimeInterval(60))
    #expect(try await outbox("first").enqueue([entry("a"), entry("b", seconds: 1)]))
    let first = try #require(try await outbox("first").claim(of: ada, now: now, lease: lease))
    #expect(try await outbox("second").claim(of: ada, now: now, lease: lease) == nil)
    #expect(try await outbox("second", ended: ["third"]).withdraw(first.id, now: now) == nil)
    let later = lease.addingTimeInterval(1)
    let heir = outbox("second", ended: ["first"])
    let second = try #require(try await heir.claim(of: ada, now: now, lease: later))
    #expect(second.id == first.id && second.state == .sending(until: later))
    // The first process is too late, and the claim is the second one's.
    #expect(try await outbox("first").update(first, claimedUntil: lease) == false)
    #expect(try await outbox("third", ended: ["first"]).claim(of: ada, now: now, lease: later) == nil)
    #expect(try await outbox("third", ended: ["second"]).withdraw(first.id, now: now)?.id == first.id)
    // A process without identity has the claim until it expires.
    #expect(try await outbox(nil).claim(of: ada, now: now, lease: lease)?.draft.text == "b")
    #expect(try await outbox("third", ended: ["first", "second"]).claim(of: ada, now: now, lease: later) == nil)
  }

  @Test func `An entry that needs confirmation is not sent and can be undone`() async throws {
    var asked = entry("asked")
    try await outbox.enqueue(asked)
    asked.state = .needsConfirmation(.tooOld)
    #expect(try await outbox.update(asked, claimedUntil: nil))
    #expect(try await outbox.claim(of: ada, now: .noon.addingTimeInterval(9), lease: .distantFuture) == nil)
    #expect(try await outbox.withdraw(asked.id, now: .noon) == asked)
    #expect(try await outbox.withdraw(asked.id, now: .noon) == nil)
    #expect(try await drafts.drafts() == [asked.draft])
  }

  // MARK: Pending actions

  private static let actions: [UserAction] = [
    .favourite(true, PostID("1")), .repost(false, PostID("1"), visibility: .followers), .bookmark(true, PostID("1")),
    .pin(true, PostID("1")), .muteThread(false, PostID("1")), .vote([0, 2], poll: "p", PostID("1")),
    .delete(PostID("1")), .setQuotePolicy(.nobody, PostID("1")), .revokeQuote(of: PostID("2"), by: PostID("1")),
    .follow(true, account: "7"), .mute(MuteOptions(duration: 60, hidesNotifications: false), account: "7"),
    .mute(nil, account: "8"), .block(true, account: "7"), .showReposts(false, account: "7"),
    .acceptFollower(false, account: "7"), .addToList(true, list: "l", account: "7"), .followTag(true, "swift"),
    .note("met at the loom", account: "7"), .notify(true, account: "7"), .endorse(false, account: "7"),
    .blockServer(true, "spam.example"), .dismiss(notification: "n"), .readConversation("4"), .removeConversation("5"),
    .cancelScheduled(ScheduledPostID("8")),
    .report(Report(account: "7", posts: [PostID("1")], reason: .spam, comment: "ads", forwards: true)),
  ]

  @Test func `All actions are stored unchanged, and the last of a slot wins`() async throws {
    #expect(Set(Self.actions.map(\.kind)) == Set(UserAction.Kind.allCases))
    let all = Self.actions.enumerated().map { index, action in
      PendingAction(account: ada, action: action, at: .noon.addingTimeInterval(Double(index)))
    }
    for pendingAction in all { try await pendingActions.store(pendingAction) }
    #expect(try await pendingActions.pendingActions(of: ada) == all)
    #expect(try await pendingActions.pendingActions(of: grace) == [])
    let last = PendingAction(account: ada, action: .favourite(false, PostID("1")), at: .noon.addingTimeInterval(99))
    try await pendingActions.store(last)
    #expect(try await pendingActions.pendingActions(of: ada) == all.dropFirst() + [last])
    // Removing the replaced action leaves its replacement.
    try await pendingActions.remove(all[0])
    #expect(try await pendingActions.pendingActions(of: ada).last == last)
    for pendingAction in all + [last] { try await pendingActions.remove(pendingAction) }
    #expect(try await pendingActions.pendingActions(of: ada) == [])
  }
}
