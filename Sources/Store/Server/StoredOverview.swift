import Domain
import FoundationEssentials

/// What a server has said of an account: whose it is, and its timelines in their order.
struct StoredOverview: Codable {
  struct Timeline: Codable {
    var key: String
    var title: String
  }

  var profile: StoredProfile?
  var timelines: [Timeline]
  /// In milliseconds since 1970.
  var asOf: Int64?
  /// Whom the reader has muted or blocked: the server has not said that of itself, and it outlives what it says.
  var hidden: [StoredHiddenAccount]?
  var filters: StoredFilters?

  init(_ overview: TimelineOverview) {
    profile = overview.profile.map(StoredProfile.init)
    asOf = overview.asOf?.milliseconds
    filters = overview.filters.map(StoredFilters.init)
    hidden = overview.hidden.isEmpty ? nil : overview.hidden.map(StoredHiddenAccount.init)
    timelines = overview.timelines.map { Timeline(key: $0.id.storageKey, title: $0.title) }
  }

  /// nil where nothing is there, or nothing that this Tern knows.
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
    overview.hidden = (hidden ?? []).map(\.person)
    overview.filters = filters?.known
    return overview
  }
}

/// Somebody whom the reader has muted or blocked.
struct StoredHiddenAccount: Codable {
  private static let ties: [(name: String, tie: Relationship.Tie)] = [
    ("muting", .muting), ("mutingNotifications", .mutingNotifications), ("blocking", .blocking),
  ]

  var id: String
  var ties: [String]
  /// In milliseconds since 1970.
  var until: Int64?
  var since: Int64

  init(_ person: HiddenAccount) {
    id = person.id
    ties = Self.ties.filter { person.relationship.ties.contains($0.tie) }.map(\.name)
    until = person.relationship.mutedUntil?.milliseconds
    since = person.since.milliseconds
  }

  var person: HiddenAccount {
    let ties = Self.ties.filter { self.ties.contains($0.name) }.map(\.tie)
    return HiddenAccount(
      id: id, relationship: Relationship(ties: Set(ties), mutedUntil: until.map(Date.init(milliseconds:))),
      since: Date(milliseconds: since))
  }
}

extension StoredOverview {
  /// So many are remembered.
  private static let maxHidden = 1_000

  mutating func hide(_ id: String, since moment: Date, _ change: (Relationship) -> Relationship) {
    var people = (hidden ?? []).map(\.person)
    let known = people.first { $0.id == id }?.relationship ?? Relationship()
    people.removeAll { $0.id == id }
    let person = HiddenAccount(id: id, relationship: change(known), since: moment)
    if !person.relationship.ties.isDisjoint(with: [.muting, .blocking]) { people.append(person) }
    hidden = people.isEmpty ? nil : people.suffix(Self.maxHidden).map(StoredHiddenAccount.init)
  }
}
