import Domain
import FoundationEssentials

/// The JSON of session.json, apart from the domain's types: these may change and old files are read all the same.
struct SessionFile: Codable, Hashable {
  /// In version 1 timelines went by their names.
  static let currentVersion = 2

  struct Memory: Codable, Hashable {
    var isSignedIn: Bool
    var lastTimeline: Timeline?
    /// By the storage keys of the timelines.
    var places: [String: Spot]
    var marks: [String: Mark]?
  }

  struct Timeline: Codable, Hashable {
    var id: String
    var title: String
  }

  struct Column: Codable, Hashable {
    var id: Int
    var account: String
    var timeline: Timeline?
    var place: Spot?
  }

  struct Search: Codable, Hashable {
    var query: String
    /// Absent where it is all accounts.
    var account: String?

    init(query: String, account: String?) {
      self.query = query
      self.account = account
    }

    /// What another hand has written wrongly has no query, and is not kept: the others are.
    init(from decoder: any Decoder) {
      let fields = try? decoder.container(keyedBy: CodingKeys.self)
      let told = fields.flatMap { fields in
        try? (fields.decode(String.self, forKey: .query), fields.decodeIfPresent(String.self, forKey: .account))
      }
      self.init(query: told?.0 ?? "", account: told?.1)
    }
  }

  struct Mark: Codable, Hashable {
    var newest: Spot
    var others: [Spot]?
  }

  struct Spot: Codable, Hashable {
    var id: String
    var repostedBy: String?
    /// Absent where an older Tern has written, and where the entry is no notification.
    var notification: String?
    /// In seconds since 2001, because that keeps every digit.
    var date: Double?
  }

  var version: Int
  var lastAccount: String?
  var accounts: [String: Memory]
  /// The latest first. Absent where an older Tern has written.
  var searches: [String]?
  /// Those that stand as tabs.
  var savedSearches: [Search]?
  /// The timelines that stand side by side.
  var columns: [Column]?
  /// As 0xRRGGBB; absent where no terminal has named one, and in files of an older Tern.
  var terminalBackground: UInt32?
}

extension SessionFile {
  init(_ session: SessionState) {
    version = Self.currentVersion
    lastAccount = session.lastAccount?.storageKey
    terminalBackground = session.terminalBackground
    accounts = [:]
    for (id, memory) in session.accounts { accounts[id.storageKey] = Memory(memory) }
    searches = session.searches.isEmpty ? nil : session.searches
    if !session.savedSearches.isEmpty {
      savedSearches = session.savedSearches.map { Search(query: $0.query, account: $0.account?.storageKey) }
    }
    if !session.columns.isEmpty { columns = session.columns.map(Column.init) }
  }

  var session: SessionState {
    var session = SessionState(
      lastAccount: lastAccount.map(AccountID.init(storageKey:)), terminalBackground: terminalBackground)
    for (key, memory) in accounts {
      let id = AccountID(storageKey: key)
      session.accounts[id] = memory.accountMemory(of: id)
    }
    // Another hand may have written anything there.
    for search in (searches ?? []).reversed() { session.add(search: search) }
    for saved in savedSearches ?? [] {
      session.save(SavedSearch(saved.query, in: saved.account.map(AccountID.init(storageKey:))))
    }
    session.columns = Self.sound(columns ?? []).map(\.column)
    return session
  }
}

extension SessionFile {
  /// More nobody has made by keys, and no number is greater.
  private static let maxColumns = 50
  private static let maxColumnID = 1_000_000_000

  /// Those that a Tern can have written, each number once.
  private static func sound(_ columns: [Column]) -> [Column] {
    var ids: Set<Int> = []
    return Array(columns.filter { 0...maxColumnID ~= $0.id && ids.insert($0.id).inserted }.prefix(maxColumns))
  }
}

extension SessionFile.Memory {
  fileprivate init(_ memory: AccountMemory) {
    isSignedIn = memory.isSignedIn
    lastTimeline = memory.lastTimeline.map(SessionFile.Timeline.init)
    places = [:]
    for (timeline, place) in memory.places { places[timeline.storageKey] = SessionFile.Spot(place) }
    guard !memory.marks.isEmpty else { return }
    var marks: [String: SessionFile.Mark] = [:]
    for (timeline, mark) in memory.marks { marks[timeline.storageKey] = SessionFile.Mark(mark) }
    self.marks = marks
  }

  /// What no timeline of this Tern's goes by is left out.
  fileprivate func accountMemory(of account: AccountID) -> AccountMemory {
    var memory = AccountMemory(isSignedIn: isSignedIn)
    memory.lastTimeline = lastTimeline?.listed
    for (key, spot) in places {
      TimelineID(storageKey: key).map { memory.places[$0] = spot.place(of: account) }
    }
    for (key, mark) in marks ?? [:] {
      TimelineID(storageKey: key).map { memory.marks[$0] = mark.readMark(of: account) }
    }
    return memory
  }
}

extension SessionFile.Timeline {
  fileprivate init(_ timeline: ListedTimeline) {
    self.init(id: timeline.id.storageKey, title: timeline.title)
  }

  /// nil for a kind of timeline that this Tern does not know.
  fileprivate var listed: ListedTimeline? { TimelineID(storageKey: id).map { ListedTimeline($0, title: title) } }
}

extension SessionFile.Column {
  fileprivate init(_ column: TimelineColumn) {
    self.init(
      id: column.id, account: column.account.storageKey, timeline: column.timeline.map(SessionFile.Timeline.init),
      place: column.place.map(SessionFile.Spot.init))
  }

  fileprivate var column: TimelineColumn {
    let account = AccountID(storageKey: account)
    return TimelineColumn(id: id, account: account, timeline: timeline?.listed, place: place?.place(of: account))
  }
}

extension SessionFile.Mark {
  fileprivate init(_ mark: ReadMark) {
    newest = SessionFile.Spot(mark.newest)
    others = mark.others.isEmpty ? nil : mark.othersInOrder.map { SessionFile.Spot(Place(key: $0)) }
  }

  fileprivate func readMark(of account: AccountID) -> ReadMark {
    ReadMark(newest: newest.place(of: account), others: Set((others ?? []).map { $0.place(of: account).key }))
  }
}

extension SessionFile.Spot {
  fileprivate init(_ place: Place) {
    id = place.key.id.rawValue
    repostedBy = place.key.repostedBy
    notification = place.key.notification
    date = place.date.map(\.timeIntervalSinceReferenceDate).flatMap { $0.isFinite ? $0 : nil }
  }

  fileprivate func place(of account: AccountID) -> Place {
    Place(
      key: PostKey(id: PostID(id), account: account, repostedBy: repostedBy, notification: notification),
      date: date.map(Date.init(timeIntervalSinceReferenceDate:)))
  }
}

/// session.json as the version before wrote it: timelines went by their names.
struct SessionFileV1: Decodable {
  struct Memory: Decodable {
    var isSignedIn: Bool
    var lastTimeline: String?
    var places: [String: SessionFile.Spot]
    /// Absent where an even older Tern has written.
    var marks: [String: SessionFile.Mark]?
  }

  var lastAccount: String?
  var accounts: [String: Memory]

  var migrated: SessionFile {
    SessionFile(
      version: SessionFile.currentVersion, lastAccount: lastAccount,
      accounts: accounts.mapValues { memory in
        SessionFile.Memory(
          isSignedIn: memory.isSignedIn,
          lastTimeline: memory.lastTimeline.map { .init(id: Self.key($0), title: $0) },
          places: Self.byKeys(memory.places), marks: memory.marks.map(Self.byKeys))
      })
  }

  private static func key(_ name: String) -> String { TimelineID(name: name).storageKey }

  private static func byKeys<Value>(_ values: [String: Value]) -> [String: Value] {
    Dictionary(values.map { (key($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
  }
}

/// What a session file turns out to hold.
enum StoredSession: Hashable {
  case session(SessionState)
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
    } else if version == 1, let file = try? decoder.decode(SessionFileV1.self, from: data) {
      self = .session(file.migrated.session)
    } else if let file = try? decoder.decode(SessionFile.self, from: data) {
      self = .session(file.session)
    } else {
      self = .damaged
    }
  }

  static func bytes(of session: SessionState) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(SessionFile(session))) + Array("\n".utf8)
  }
}
