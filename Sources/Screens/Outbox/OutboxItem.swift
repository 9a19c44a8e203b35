import Domain
import EmptyState
import FoundationEssentials

/// A draft, an outgoing post, or a post that the server will publish.
enum OutboxItem: Hashable, Sendable {
  case entry(OutboxEntry)
  case draft(Draft)
  case scheduled(ScheduledPost)
  /// The notice that the scheduled posts are not shown, or not up to date.
  case scheduledNotice(NoticeViewModel)

  /// The sections of the list, in order.
  enum Section: Hashable, Sendable, CaseIterable {
    case outgoing, waiting, needsConfirmation, refused, drafts, scheduled
  }

  /// Unique in the list.
  var id: String {
    switch self {
    case .entry(let entry): entry.id.rawValue
    case .draft(let draft): draft.id.rawValue
    case .scheduled(let post): "scheduled \(post.id.rawValue)"
    case .scheduledNotice: "scheduled"
    }
  }

  /// nil for a post that the server has.
  var draft: Draft? {
    switch self {
    case .entry(let entry): entry.draft
    case .draft(let draft): draft
    case .scheduled, .scheduledNotice: nil
    }
  }

  var entry: OutboxEntry? {
    if case .entry(let entry) = self { entry } else { nil }
  }

  var scheduledPost: ScheduledPost? {
    if case .scheduled(let post) = self { post } else { nil }
  }

  var isNotice: Bool {
    if case .scheduledNotice = self { true } else { false }
  }

  /// Whether the post is sent once the user has signed in again.
  var needsSignIn: Bool {
    switch self {
    case .entry(let entry): if case .waiting(.sessionExpired?) = entry.state { true } else { false }
    case .scheduledNotice(let notice): notice.actions.contains(.signInAgain)
    case .draft, .scheduled: false
    }
  }

  var section: Section {
    switch self {
    case .draft(let draft): draft.refusal == nil ? .drafts : .refused
    case .scheduled, .scheduledNotice: .scheduled
    case .entry(let entry): entry.section
    }
  }

  /// When the next automatic attempt is due; nil if none is scheduled.
  var nextAttemptAt: Date? {
    guard let entry, case .waiting = entry.state else { return nil }
    return entry.notBefore
  }

  /// All items of an account, ordered by section.
  /// - Parameters:
  ///   - entries: the outbox. `drafts` may still contain a draft that was just added to it.
  ///   - scheduled: the scheduled posts of the server and their notice.
  static func list(
    entries: [OutboxEntry], drafts: [Draft], scheduled: [OutboxItem], of account: AccountID
  ) -> [OutboxItem] {
    let outgoing = entries.filter { $0.draft.account == account }
    let ids = Set(outgoing.map(\.id))
    let items =
      outgoing.map(OutboxItem.entry)
      + drafts.filter { $0.account == account && !ids.contains($0.id) }.map(OutboxItem.draft) + scheduled
    return Section.allCases.flatMap { section in items.filter { $0.section == section } }
  }
}

extension OutboxEntry {
  fileprivate var section: OutboxItem.Section {
    switch state {
    case .sending: return .outgoing
    case .needsConfirmation: return .needsConfirmation
    case .waiting(since: .some): return .waiting
    case .waiting(since: nil):
      if case .continuation = draft.purpose { return .waiting }
      return firstAttemptAt == nil ? .outgoing : .waiting
    }
  }
}
