import Domain
import FoundationEssentials
import GRDB

/// The store of the user's actions that the server has not confirmed yet.
public struct SQLitePendingActions: PendingActionRepository {
  private let store: PostStore

  public init(store: PostStore) {
    self.store = store
  }

  public func pendingActions(of account: AccountID) async throws(StoreError) -> [PendingAction] {
    try await store.read { database in
      try Row.fetchAll(
        database, sql: "SELECT * FROM wish WHERE account = ? ORDER BY at, rowid", arguments: [account.storageKey]
      ).compactMap(PendingAction.init)
    } ?? []
  }

  /// Stores an action. It replaces the one in the same slot.
  public func store(_ pending: PendingAction) async throws(StoreError) {
    try await store.openOrCreateDatabase().writeDurably { database in
      let (account, slot) = (pending.account.storageKey, pending.action.slot)
      if let slot {
        try database.execute(sql: "DELETE FROM wish WHERE account = ? AND slot = ?", arguments: [account, slot])
      }
      try database.execute(
        sql: "INSERT OR REPLACE INTO wish (id, account, slot, at, content) VALUES (?, ?, ?, ?, ?)",
        arguments: [
          pending.id, account, slot, pending.at.milliseconds,
          try StoredJSON.required(StoredPendingAction(pending.action)),
        ])
    }
  }

  public func remove(_ pending: PendingAction) async throws(StoreError) {
    guard let database = try store.openDatabase() else { return }
    try await database.writeDurably { database in
      try database.execute(sql: "DELETE FROM wish WHERE id = ?", arguments: [pending.id])
    }
  }
}

extension PendingAction {
  /// nil if this version cannot decode it.
  fileprivate init?(row: Row) {
    guard let id = row.text("id"), let account = row.text("account"), let at = row.integer("at"),
      let action = row.text("content").flatMap({ StoredJSON.decode(StoredPendingAction.self, $0) })?.action
    else { return nil }
    self.init(id: id, account: AccountID(storageKey: account), action: action, at: Date(milliseconds: at))
  }
}

/// A pending action as JSON.
struct StoredPendingAction: Codable {
  private var kind: String
  private var isOn: Bool?
  private var post: String?
  private var person: String?
  /// The ID of a list, hashtag, poll, notification or scheduled post.
  private var object: String?
  private var visibility: String?
  private var numbers: [Int]?
  private var seconds: Int?
  private var hidesNotifications: Bool?
  private var posts: [String]?
  private var reason: String?
  private var comment: String?
  private var forwards: Bool?

  init(_ action: UserAction) {
    kind = action.kind.rawValue
    (isOn, post, person) = (action.isOn, action.post?.rawValue, action.account)
    switch action {
    case .repost(_, _, let visibility): self.visibility = visibility?.rawValue
    case .vote(let options, let poll, _): (numbers, object) = (options, poll)
    case .mute(let terms, _): (seconds, hidesNotifications) = (terms?.duration, terms?.hidesNotifications)
    case .addToList(_, let list, _): object = list
    case .followTag(_, let tag): object = tag
    case .setQuotePolicy(let policy, _): object = policy.rawValue
    case .revokeQuote(let quoted, _): object = quoted.rawValue
    case .dismiss(let notification): object = notification
    case .readConversation(let id), .removeConversation(let id): object = id
    case .cancelScheduled(let post): object = post.rawValue
    case .acceptFollower(let isAccepted, _): isOn = isAccepted
    case .report(let report):
      (posts, reason) = (report.posts.map(\.rawValue), report.reason.rawValue)
      (comment, forwards) = (report.comment, report.forwards)
    case .note(let text, _): comment = text
    case .blockServer(_, let host): object = host
    case .favourite, .bookmark, .pin, .muteThread, .delete, .follow, .block, .showReposts, .notify, .endorse: break
    }
  }

  /// nil if this version does not know the kind.
  var action: UserAction? {
    guard let kind = UserAction.Kind(rawValue: kind) else { return nil }
    return post.flatMap { action(kind, PostID($0)) } ?? person.flatMap { action(kind, account: $0) }
      ?? object.flatMap { action(kind, object: $0) }
  }

  private func action(_ kind: UserAction.Kind, _ post: PostID) -> UserAction? {
    let isOn = isOn ?? true
    return switch kind {
    case .favourite: .favourite(isOn, post)
    case .repost: .repost(isOn, post, visibility: visibility.map(Visibility.init(rawValue:)))
    case .bookmark: .bookmark(isOn, post)
    case .pin: .pin(isOn, post)
    case .muteThread: .muteThread(isOn, post)
    case .vote: object.map { .vote(numbers ?? [], poll: $0, post) }
    case .delete: .delete(post)
    case .setQuotePolicy: object.flatMap(QuotePolicy.init).map { .setQuotePolicy($0, post) }
    case .revokeQuote: object.map { .revokeQuote(of: PostID($0), by: post) }
    default: nil
    }
  }

  private func action(_ kind: UserAction.Kind, account: String) -> UserAction? {
    let isOn = isOn ?? true
    let terms = MuteOptions(duration: seconds, hidesNotifications: hidesNotifications ?? true)
    return switch kind {
    case .follow: .follow(isOn, account: account)
    case .mute: .mute(isOn ? terms : nil, account: account)
    case .block: .block(isOn, account: account)
    case .showReposts: .showReposts(isOn, account: account)
    case .note: .note(comment ?? "", account: account)
    case .notify: .notify(isOn, account: account)
    case .endorse: .endorse(isOn, account: account)
    case .acceptFollower: .acceptFollower(isOn, account: account)
    case .addToList: object.map { .addToList(isOn, list: $0, account: account) }
    case .report:
      .report(
        Report(
          account: account, posts: (posts ?? []).map { PostID($0) },
          reason: reason.flatMap(Report.Reason.init) ?? .other,
          comment: comment ?? "", forwards: forwards ?? false))
    default: nil
    }
  }

  private func action(_ kind: UserAction.Kind, object: String) -> UserAction? {
    switch kind {
    case .followTag: .followTag(isOn ?? true, object)
    case .blockServer: .blockServer(isOn ?? true, object)
    case .dismiss: .dismiss(notification: object)
    case .readConversation: .readConversation(object)
    case .removeConversation: .removeConversation(object)
    case .cancelScheduled: .cancelScheduled(ScheduledPostID(object))
    default: nil
    }
  }
}
