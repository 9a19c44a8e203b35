import Domain
import FoundationEssentials

/// What session.json says. The domain's types do not know it.
struct SessionFile: Codable, Hashable {
  static let currentVersion = 1

  struct Memory: Codable, Hashable {
    var isSignedIn: Bool
    var lastTimeline: String?
    var places: [String: Spot]
  }

  struct Spot: Codable, Hashable {
    var id: String
    var repostedBy: String?
    /// In seconds since 2001, because that keeps every digit.
    var date: Double?
  }

  var version: Int
  var lastAccount: String?
  var accounts: [String: Memory]
}

extension SessionFile {
  init(_ session: Session) {
    version = Self.currentVersion
    lastAccount = session.lastAccount?.rawValue
    accounts = [:]
    for (id, memory) in session.accounts { accounts[id.rawValue] = Memory(memory) }
  }

  var session: Session {
    var session = Session(lastAccount: lastAccount.map(AccountID.init))
    for (id, memory) in accounts { session.accounts[AccountID(id)] = memory.accountMemory }
    return session
  }
}

extension SessionFile.Memory {
  fileprivate init(_ memory: AccountMemory) {
    isSignedIn = memory.isSignedIn
    lastTimeline = memory.lastTimeline?.name
    places = [:]
    for (timeline, place) in memory.places { places[timeline.name] = SessionFile.Spot(place) }
  }

  fileprivate var accountMemory: AccountMemory {
    var memory = AccountMemory(isSignedIn: isSignedIn, lastTimeline: lastTimeline.map(TimelineKind.init))
    for (timeline, spot) in places { memory.places[TimelineKind(timeline)] = spot.place }
    return memory
  }
}

extension SessionFile.Spot {
  fileprivate init(_ place: Place) {
    id = place.key.id.rawValue
    repostedBy = place.key.repostedBy
    date = place.date.map(\.timeIntervalSinceReferenceDate).flatMap { $0.isFinite ? $0 : nil }
  }

  fileprivate var place: Place {
    Place(
      key: PostKey(id: PostID(id), repostedBy: repostedBy), date: date.map(Date.init(timeIntervalSinceReferenceDate:)))
  }
}
