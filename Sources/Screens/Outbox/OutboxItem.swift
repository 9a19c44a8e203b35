import Domain
import FoundationEssentials

/// A draft, or an outgoing post.
enum OutboxItem: Hashable, Sendable {
  case entry(OutboxEntry)
  case draft(Draft)

  /// The sections of the list, in order.
  enum Section: Hashable, Sendable, CaseIterable {
    case outgoing, waiting, needsConfirmation, drafts
  }

  var draft: Draft {
    switch self {
    case .entry(let entry): entry.draft
    case .draft(let draft): draft
    }
  }

  var entry: OutboxEntry? {
    if case .entry(let entry) = self { entry } else { nil }
  }

  /// Whether the post is sent once the user has signed in again.
  var needsSignIn: Bool {
    if case .waiting(.sessionExpired?)? = entry?.state { true } else { false }
  }

  var section: Section {
    guard let entry else { return .drafts }
    switch entry.state {
    case .sending: return .outgoing
    case .needsConfirmation: return .needsConfirmation
    case .waiting(since: .some): return .waiting
    case .waiting(since: nil):
      if case .continuation = entry.draft.purpose { return .waiting }
      return entry.firstAttemptAt == nil ? .outgoing : .waiting
    }
  }

  /// When the next automatic attempt is due; nil if none is scheduled.
  var nextAttemptAt: Date? {
    guard let entry, case .waiting = entry.state else { return nil }
    return entry.notBefore
  }

  /// All items of an account, ordered by section.
  /// - Parameter entries: The outbox. `drafts` may still contain a draft that was just added to it.
  static func list(entries: [OutboxEntry], drafts: [Draft], of account: AccountID) -> [OutboxItem] {
    let outgoing = entries.filter { $0.draft.account == account }
    let ids = Set(outgoing.map(\.id))
    let items =
      outgoing.map(OutboxItem.entry)
      + drafts.filter { $0.account == account && !ids.contains($0.id) }.map(OutboxItem.draft)
    return Section.allCases.flatMap { section in items.filter { $0.section == section } }
  }
}
