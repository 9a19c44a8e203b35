import Domain
import FoundationEssentials

/// The JSON of session.json, apart from the domain's types: these may change and old files are read all the same.
struct SessionFile: Codable, Hashable {
  static let currentVersion = 1

  struct Memory: Codable, Hashable {
    var isSignedIn: Bool
    var lastTimeline: String?
    var places: [String: Spot]
    /// Absent where an older Tern has written.
    var marks: [String: Mark]?
  }

  struct Mark: Codable, Hashable {
    var newest: Spot
    var others: [Spot]?
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
    guard !memory.marks.isEmpty else { return }
    var marks: [String: SessionFile.Mark] = [:]
    for (timeline, mark) in memory.marks { marks[timeline.name] = SessionFile.Mark(mark) }
    self.marks = marks
  }

  fileprivate var accountMemory: AccountMemory {
    var memory = AccountMemory(isSignedIn: isSignedIn, lastTimeline: lastTimeline.map(TimelineKind.init))
    for (timeline, spot) in places { memory.places[TimelineKind(timeline)] = spot.place }
    for (timeline, mark) in marks ?? [:] { memory.marks[TimelineKind(timeline)] = mark.readMark }
    return memory
  }
}

extension SessionFile.Mark {
  fileprivate init(_ mark: ReadMark) {
    newest = SessionFile.Spot(mark.newest)
    others = mark.others.isEmpty ? nil : mark.othersInOrder.map { SessionFile.Spot(Place(key: $0)) }
  }

  fileprivate var readMark: ReadMark {
    ReadMark(newest: newest.place, others: Set((others ?? []).map(\.place.key)))
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

/// What a session file turns out to hold.
enum StoredSession: Hashable {
  case session(Session)
  /// Written by a later version: to write it anew would lose what this version does not know.
  case newer
  case damaged

  init(_ bytes: [UInt8]) {
    struct Version: Decodable {
      var version: Int
    }
    let data = Data(bytes)
    let decoder = JSONDecoder()
    guard let version = try? decoder.decode(Version.self, from: data).version, version >= 1 else {
      self = .damaged
      return
    }
    if version > SessionFile.currentVersion {
      self = .newer
    } else if let file = try? decoder.decode(SessionFile.self, from: data) {
      self = .session(file.session)
    } else {
      self = .damaged
    }
  }

  static func bytes(of session: Session) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(SessionFile(session))) + Array("\n".utf8)
  }
}
