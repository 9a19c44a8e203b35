import Domain
import FoundationEssentials

/// The overview of a server account as JSON: its profile, and its timelines in order.
struct StoredOverview: Codable {
  struct Timeline: Codable {
    var key: String
    var title: String
  }

  var profile: StoredProfile?
  var timelines: [Timeline]
  /// In milliseconds since 1970.
  var asOf: Int64?
  /// Accounts that the user has muted or blocked. Set by the client, and kept when the overview is replaced.
  var hidden: [StoredHiddenAccount]?
  var filters: StoredFilters?

  init(_ overview: TimelineOverview) {
    profile = overview.profile.map(StoredProfile.init)
    asOf = overview.asOf?.milliseconds
    filters = overview.filters.map(StoredFilters.init)
    hidden = overview.hiddenAccounts.isEmpty ? nil : overview.hiddenAccounts.map(StoredHiddenAccount.init)
    timelines = overview.timelines.map { Timeline(key: $0.id.storageKey, title: $0.title) }
  }

  /// nil if there is no text, or it cannot be decoded.
  init?(stored text: String?) {
    guard let stored = text.flatMap({ StoredJSON.decode(Self.self, $0) }) else { return nil }
    self = stored
  }

  var overview: TimelineOverview? {
    let listed = timelines.compactMap { timeline in
      TimelineID(storageKey: timeline.key).map { ListedTimeline($0, title: timeline.title) }
    }
    guard !listed.isEmpty else { return nil }
    var overview = TimelineOverview(
      profile: profile?.profile, timelines: listed, asOf: asOf.map(Date.init(milliseconds:)))
    overview.hiddenAccounts = (hidden ?? []).map(\.account)
    overview.filters = filters?.cached
    return overview
  }
}

/// An account that the user has muted or blocked.
struct StoredHiddenAccount: Codable {
  private static let ties: [(name: String, tie: Relationship.Flag)] = [
    ("muting", .muting), ("mutingNotifications", .mutingNotifications), ("blocking", .blocking),
  ]

  var id: String
  var ties: [String]
  /// In milliseconds since 1970.
  var until: Int64?
  var since: Int64

  init(_ account: HiddenAccount) {
    id = account.id
    ties = Self.ties.filter { account.relationship.flags.contains($0.tie) }.map(\.name)
    until = account.relationship.mutedUntil?.milliseconds
    since = account.since.milliseconds
  }

  var account: HiddenAccount {
    let ties = Self.ties.filter { self.ties.contains($0.name) }.map(\.tie)
    return HiddenAccount(
      id: id, relationship: Relationship(flags: Set(ties), mutedUntil: until.map(Date.init(milliseconds:))),
      since: Date(milliseconds: since))
  }
}

extension StoredOverview {
  /// The oldest beyond this number are dropped.
  private static let maxHidden = 1_000

  mutating func hide(_ id: String, since date: Date, _ change: (Relationship) -> Relationship) {
    var accounts = (hidden ?? []).map(\.account)
    let known = accounts.first { $0.id == id }?.relationship ?? Relationship()
    accounts.removeAll { $0.id == id }
    let account = HiddenAccount(id: id, relationship: change(known), since: date)
    if !account.relationship.flags.isDisjoint(with: [.muting, .blocking]) { accounts.append(account) }
    hidden = accounts.isEmpty ? nil : accounts.suffix(Self.maxHidden).map(StoredHiddenAccount.init)
  }
}
