import Domain
import FoundationEssentials

/// The JSON of session.json. Separate from the domain's types, so that these can change while old files stay readable.
struct SessionFile: Codable, Hashable {
  /// Version 1 identified timelines by name.
  static let currentVersion = 2

  struct Memory: Codable, Hashable {
    var isSignedIn: Bool
    var lastTimeline: Timeline?
    /// By storage key of the timeline.
    var places: [String: Position]
    var marks: [String: Mark]?
    /// The group to which the notifications are limited. Absent for all.
    var notifications: String?
    /// The options of timelines, by the storage key of the timeline. Absent in older files.
    var options: [String: Options]?
  }

  struct Options: Codable, Hashable {
    /// The kinds of entries that are hidden.
    var hides: [String]?
    /// Absent for the newest entries first.
    var order: String?
    /// Up to where the user has read on another device.
    var otherDeviceMark: Position?
    var isOtherDeviceMarkDismissed: Bool?
  }

  struct Timeline: Codable, Hashable {
    var id: String
    var title: String
  }

  struct Column: Codable, Hashable {
    var id: Int
    var account: String
    var timeline: Timeline?
    var place: Position?
  }

  struct Search: Codable, Hashable {
    /// Empty for other timelines than searches.
    var query: String
    /// Absent for a search in all accounts.
    var account: String?
    /// The storage key of the timeline. Absent for a search.
    var timeline: String?

    init(query: String, account: String?, timeline: String? = nil) {
      self.query = query
      self.account = account
      self.timeline = timeline
    }

    /// Decodes an invalid entry as one without a query, which is dropped, so that the others are kept.
    init(from decoder: any Decoder) {
      let fields = try? decoder.container(keyedBy: CodingKeys.self)
      let values = fields.flatMap { fields in
        try? (
          fields.decode(String.self, forKey: .query), fields.decodeIfPresent(String.self, forKey: .account),
          fields.decodeIfPresent(String.self, forKey: .timeline)
        )
      }
      self.init(query: values?.0 ?? "", account: values?.1, timeline: values?.2)
    }

    init(_ saved: SavedSearch) {
      let timeline = saved.query == nil ? saved.timeline.storageKey : nil
      self.init(query: saved.query ?? "", account: saved.account?.storageKey, timeline: timeline)
    }

    /// nil for an unknown kind of timeline.
    var saved: SavedSearch? {
      let account = account.map(AccountID.init(storageKey:))
      guard let timeline else { return SavedSearch(query, in: account) }
      return TimelineID(storageKey: timeline).map { SavedSearch($0, in: account) }
    }
  }

  struct Mark: Codable, Hashable {
    var newest: Position
    var others: [Position]?
  }

  struct Position: Codable, Hashable {
    var id: String
    var repostedBy: String?
    /// Absent in older files, and if the entry is not a notification.
    var notification: String?
    /// In seconds since 2001, which preserves all digits.
    var date: Double?
    /// The account of the entry; present in merged timelines only.
    var account: String?
  }

  var version: Int
  var lastAccount: String?
  var accounts: [String: Memory]
  /// Most recent first. Absent in older files.
  var searches: [String]?
  /// Searches and other timelines saved as tabs.
  var savedSearches: [Search]?
  /// Timelines shown as columns.
  var columns: [Column]?
  /// The ID of a column. Absent in older files, and without columns.
  var focusedColumn: Int?
  /// Absent in older files, and if the columns were not on screen.
  var isShowingColumns: Bool?
  /// Absent in older files, and if the width decides between panes and one screen at a time.
  var prefersPanes: Bool?
  /// As 0xRRGGBB. Absent in older files, and if no terminal has reported one.
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
      savedSearches = session.savedSearches.map(Search.init)
    }
    if !session.columns.isEmpty { columns = session.columns.map(Column.init) }
    focusedColumn = session.focusedColumn
    isShowingColumns = session.isShowingColumns ? true : nil
    prefersPanes = session.prefersPanes
  }

  var session: SessionState {
    var session = SessionState(
      lastAccount: lastAccount.map(AccountID.init(storageKey:)), terminalBackground: terminalBackground)
    for (key, memory) in accounts {
      let id = AccountID(storageKey: key)
      session.accounts[id] = memory.accountState(of: id)
    }
    // Another program may have written anything.
    for search in (searches ?? []).reversed() { session.add(search: search) }
    for saved in (savedSearches ?? []).compactMap(\.saved) { session.save(saved) }
    session.columns = Self.validColumns(columns ?? []).map(\.column)
    session.focusedColumn = focusedColumn
    session.isShowingColumns = isShowingColumns ?? false
    session.prefersPanes = prefersPanes
    return session
  }
}

extension SessionFile {
  /// Limits for files that another program has written.
  private static let maxColumns = 50
  private static let maxColumnID = 1_000_000_000

  /// Valid columns, each ID once.
  private static func validColumns(_ columns: [Column]) -> [Column] {
    var ids: Set<Int> = []
    return Array(columns.filter { 0...maxColumnID ~= $0.id && ids.insert($0.id).inserted }.prefix(maxColumns))
  }
}

extension SessionFile.Memory {
  fileprivate init(_ memory: AccountState) {
    isSignedIn = memory.isSignedIn
    lastTimeline = memory.lastTimeline.map(SessionFile.Timeline.init)
    places = [:]
    for (timeline, position) in memory.positions {
      places[timeline.storageKey] = SessionFile.Position(position, of: timeline)
    }
    notifications = memory.notificationGroup?.rawValue
    if !memory.options.isEmpty {
      var options: [String: SessionFile.Options] = [:]
      for (timeline, chosen) in memory.options { options[timeline.storageKey] = SessionFile.Options(chosen) }
      self.options = options
    }
    guard !memory.marks.isEmpty else { return }
    var marks: [String: SessionFile.Mark] = [:]
    for (timeline, mark) in memory.marks { marks[timeline.storageKey] = SessionFile.Mark(mark, of: timeline) }
    self.marks = marks
  }

  /// Unknown storage keys are left out.
  fileprivate func accountState(of account: AccountID) -> AccountState {
    var memory = AccountState(
      isSignedIn: isSignedIn, notificationGroup: notifications.flatMap(NotificationGroup.init))
    memory.lastTimeline = lastTimeline?.listed
    for (key, position) in places {
      TimelineID(storageKey: key).map { memory.positions[$0] = position.position(of: account) }
    }
    for (key, mark) in marks ?? [:] {
      TimelineID(storageKey: key).map { memory.marks[$0] = mark.readMark(of: account) }
    }
    for (key, stored) in options ?? [:] {
      let options = stored.options(of: account)
      if options != TimelineOptions() { TimelineID(storageKey: key).map { memory.options[$0] = options } }
    }
    return memory
  }
}

extension SessionFile.Options {
  fileprivate init(_ options: TimelineOptions) {
    hides = options.hidden.isEmpty ? nil : options.hidden.map(\.rawValue).sorted()
    order = options.order == .newestFirst ? nil : options.order.rawValue
    otherDeviceMark = options.otherDeviceMark.map { SessionFile.Position($0) }
    isOtherDeviceMarkDismissed = options.isOtherDeviceMarkDismissed ? true : nil
  }

  /// Unknown kinds and orders, of a newer version, are left out.
  fileprivate func options(of account: AccountID) -> TimelineOptions {
    TimelineOptions(
      hidden: Set((hides ?? []).compactMap(EntryKind.init)),
      order: order.flatMap(ReadingOrder.init) ?? .newestFirst, otherDeviceMark: otherDeviceMark?.position(of: account),
      isOtherDeviceMarkDismissed: isOtherDeviceMarkDismissed ?? false)
  }
}

extension SessionFile.Timeline {
  fileprivate init(_ timeline: ListedTimeline) {
    self.init(id: timeline.id.storageKey, title: timeline.title)
  }

  /// nil for an unknown kind of timeline.
  fileprivate var listed: ListedTimeline? { TimelineID(storageKey: id).map { ListedTimeline($0, title: title) } }
}

extension SessionFile.Column {
  fileprivate init(_ column: TimelineColumn) {
    self.init(
      id: column.id, account: column.account.storageKey, timeline: column.timeline.map(SessionFile.Timeline.init),
      place: column.position.map { SessionFile.Position($0) })
  }

  fileprivate var column: TimelineColumn {
    let account = AccountID(storageKey: account)
    return TimelineColumn(id: id, account: account, timeline: timeline?.listed, position: place?.position(of: account))
  }
}

extension SessionFile.Mark {
  fileprivate init(_ mark: ReadMark, of timeline: TimelineID) {
    newest = SessionFile.Position(mark.newest, of: timeline)
    let keys = mark.sortedOthers
    others = keys.isEmpty ? nil : keys.map { SessionFile.Position(EntryPosition(key: $0), of: timeline) }
  }

  fileprivate func readMark(of account: AccountID) -> ReadMark {
    ReadMark(newest: newest.position(of: account), others: Set((others ?? []).map { $0.position(of: account).key }))
  }
}

extension SessionFile.Position {
  fileprivate init(_ position: EntryPosition, of timeline: TimelineID? = nil) {
    if case .merged? = timeline { account = position.key.ref.account?.storageKey }
    id = position.key.id.rawValue
    repostedBy = position.key.repostedBy
    notification = position.key.notification
    date = position.date.map(\.timeIntervalSinceReferenceDate).flatMap { $0.isFinite ? $0 : nil }
  }

  fileprivate func position(of owner: AccountID) -> EntryPosition {
    let account = account.map { AccountID(storageKey: $0) } ?? owner
    return EntryPosition(
      key: PostKey(id: PostID(id), account: account, repostedBy: repostedBy, notification: notification),
      date: date.map(Date.init(timeIntervalSinceReferenceDate:)))
  }
}

/// session.json as of version 1, which identified timelines by name.
struct SessionFileV1: Decodable {
  struct Memory: Decodable {
    var isSignedIn: Bool
    var lastTimeline: String?
    var places: [String: SessionFile.Position]
    /// Absent in the oldest files.
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

/// The content of a session file.
enum StoredSession: Hashable {
  case session(SessionState)
  /// Written by a newer version. Overwriting it would lose what this version does not know.
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
