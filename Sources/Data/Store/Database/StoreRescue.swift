import Domain
import GRDB

/// Copies what exists nowhere else from a damaged database, table by table: server accounts, drafts, outbox and pending
/// actions. Imported and cached posts can be imported and loaded again.
struct StoreRescue {
  private struct Table {
    let name: String
    let kind: RescuedContent.Kind
    let rows: [[String: DatabaseValue]]
    /// Whether all rows could be read.
    let isComplete: Bool
  }

  /// The tables, and the rows of each.
  private static let contents: [(name: String, kind: RescuedContent.Kind, condition: String)] = [
    ("account", .accounts, "liveKey IS NOT NULL"), ("draft", .drafts, "true"), ("outbox", .outbox, "true"),
    ("sentDraft", .outbox, "true"), ("wish", .actions, "true"),
  ]
  /// Refers to a table that is not copied.
  private static let omittedColumns: Set = ["lastTimelineId"]

  private let path: String

  /// - Parameter path: the damaged file, which is not changed.
  init(from path: String) {
    self.path = path
  }

  /// Copies the content into the database at a path, which is created if there is any. The lock of its directory must
  /// be held.
  func copy(to target: String) -> RescuedContent {
    guard let tables = readTables() else { return .nothing }
    let unreadable = Set(tables.filter { !$0.isComplete }.map(\.kind))
    guard tables.contains(where: { !$0.rows.isEmpty }) else { return RescuedContent(unreadable: unreadable) }
    do {
      try StoreFolder(path: StoreFolder.path(of: target)).createDatabaseFile()
      guard let database = try StoreDatabase.open(path: target, isLocked: true) else {
        return .nothing
      }
      var counts: [String: Int] = [:]
      try database.write { database in
        for table in tables { counts[table.name] = try Self.insert(table, into: database) }
      }
      return RescuedContent(
        accounts: counts["account"] ?? 0, drafts: counts["draft"] ?? 0, outbox: counts["outbox"] ?? 0,
        unreadable: unreadable)
    } catch {
      return .nothing
    }
  }
}

// MARK: - Reading

extension StoreRescue {
  /// nil if the file cannot be read at all.
  private func readTables() -> [Table]? {
    var configuration = Configuration()
    configuration.readonly = true
    let hasLog = StoreFile.size(of: path + "-wal") > 0
    let file = hasLog ? StoreDatabase.plain(path) : StoreDatabase.immutable(path)
    return try? DatabaseQueue(path: file, configuration: configuration).unsafeRead { database in
      try Self.contents.compactMap { name, kind, condition in
        guard try StoreSchema.has(name, in: database) else { return nil }
        return Self.read(name, kind, where: condition, in: database)
      }
    }
  }

  /// Reads from both ends, because a scan ends at a damaged page.
  private static func read(
    _ name: String, _ kind: RescuedContent.Kind, where condition: String, in database: Database
  ) -> Table {
    var rows: [[String: DatabaseValue]] = []
    var hasUnreadableRows = false
    for order in ["ASC", "DESC"] {
      do {
        let sql = "SELECT * FROM \(name) NOT INDEXED WHERE \(condition) ORDER BY rowid \(order)"
        let cursor = try Row.fetchCursor(database, sql: sql)
        while let row = try cursor.next() {
          let values = Dictionary(row, uniquingKeysWith: { first, _ in first })
          if isReadable(values, of: name) { rows.append(values) } else { hasUnreadableRows = true }
        }
        return Table(name: name, kind: kind, rows: rows, isComplete: order == "ASC" && !hasUnreadableRows)
      } catch {
        continue
      }
    }
    return Table(name: name, kind: kind, rows: rows, isComplete: false)
  }

  /// Whether the content is what Tern writes.
  private static func isReadable(_ row: [String: DatabaseValue], of table: String) -> Bool {
    let content = row["content"].flatMap(String.fromDatabaseValue) ?? ""
    return switch table {
    case "draft": StoredJSON.decode(StoredDraft.self, content) != nil
    case "outbox": StoredJSON.decode(StoredOutboxEntry.self, content) != nil
    default: true
    }
  }
}

// MARK: - Writing

extension StoreRescue {
  /// - Returns: the number of inserted rows.
  private static func insert(_ table: Table, into database: Database) throws -> Int {
    let columns = try database.columns(in: table.name).map(\.name).filter { !omittedColumns.contains($0) }
    var count = 0
    for row in table.rows {
      let values = columns.compactMap { name in row[name].map { (name, $0) } }
      try database.execute(
        sql: """
          INSERT OR IGNORE INTO \(table.name) (\(values.map(\.0).joined(separator: ", ")))
          VALUES (\(values.map { _ in "?" }.joined(separator: ", ")))
          """, arguments: StatementArguments(values.map(\.1)))
      count += database.changesCount
    }
    return count
  }
}
