import Domain
import FoundationEssentials

/// A draft, or a post on its way.
enum OutboxItem: Hashable, Sendable {
  case entry(OutboxEntry)
  case draft(Draft)

  /// In this order they stand below each other.
  enum Section: Hashable, Sendable, CaseIterable {
    case onItsWay, waits, needsWord, drafts
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

  /// Whether it goes out when the person has signed in again.
  var needsSignIn: Bool {
    if case .waiting(.sessionExpired?)? = entry?.state { true } else { false }
  }

  var section: Section {
    guard let entry else { return .drafts }
    switch entry.state {
    case .sending: return .onItsWay
    case .needsPerson: return .needsWord
    case .waiting(since: .some): return .waits
    case .waiting(since: nil):
      if case .continuation = entry.draft.purpose { return .waits }
      return entry.firstTriedAt == nil ? .onItsWay : .waits
    }
  }

  /// When something is done about it by itself, where that is known.
  var nextMoment: Date? {
    guard let entry, case .waiting = entry.state else { return nil }
    return entry.notBefore
  }

  /// All of an account, as they stand below each other.
  /// - Parameter entries: what is on its way; what became a post on its way a moment ago may still be among the drafts.
  static func list(entries: [OutboxEntry], drafts: [Draft], of account: AccountID) -> [OutboxItem] {
    let onTheirWay = entries.filter { $0.draft.account == account }
    let ids = Set(onTheirWay.map(\.id))
    let items =
      onTheirWay.map(OutboxItem.entry)
      + drafts.filter { $0.account == account && !ids.contains($0.id) }.map(OutboxItem.draft)
    return Section.allCases.flatMap { section in items.filter { $0.section == section } }
  }
}
