import GRDB
import GRDBSQLite

/// A statement for millions of executions. Values are bound without intermediate copies.
struct BulkStatement {
  private let statement: Statement
  private let raw: OpaquePointer
  private let connection: OpaquePointer?

  init(_ database: Database, _ sql: String) throws {
    statement = try database.makeStatement(sql: sql)
    raw = statement.sqliteStatement
    connection = database.sqliteConnection
  }

  /// Binds the values in order and executes the statement.
  /// - Returns: whether a row was changed.
  @discardableResult
  func run(_ bind: (inout Binder) -> Void) throws -> Bool {
    var binder = Binder(raw: raw)
    bind(&binder)
    defer { sqlite3_reset(raw) }
    let status = sqlite3_step(raw)
    guard status == SQLITE_DONE else { throw error(status) }
    return sqlite3_changes(connection) > 0
  }

  /// The first column of the first row, as a number; nil if there is no row.
  func number(_ bind: (inout Binder) -> Void) throws -> Int64? {
    var binder = Binder(raw: raw)
    bind(&binder)
    defer { sqlite3_reset(raw) }
    switch sqlite3_step(raw) {
    case SQLITE_ROW: return sqlite3_column_int64(raw, 0)
    case SQLITE_DONE: return nil
    case let status: throw error(status)
    }
  }

  private func error(_ status: Int32) -> DatabaseError {
    DatabaseError(
      resultCode: ResultCode(rawValue: status), message: connection.map { String(cString: sqlite3_errmsg($0)) })
  }
}

extension BulkStatement {
  /// Binds the values of a statement, one after the other.
  struct Binder {
    /// SQLite copies the value.
    private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    fileprivate let raw: OpaquePointer
    private var index: Int32 = 0

    fileprivate init(raw: OpaquePointer) { self.raw = raw }

    mutating func add(_ number: Int64?) {
      index += 1
      if let number { sqlite3_bind_int64(raw, index, number) } else { sqlite3_bind_null(raw, index) }
    }

    mutating func add(_ number: Int?) { add(number.map(Int64.init)) }

    mutating func add(_ text: String?) {
      index += 1
      guard var text else {
        sqlite3_bind_null(raw, index)
        return
      }
      text.withUTF8 { bind(UnsafeRawBufferPointer($0), Self.transient) }
    }

    /// Binds values from a reader. They have to stay valid until the statement has run: SQLite does not copy them.
    mutating func add(_ count: Int, of values: inout PackedValues.Reader) {
      for _ in 0..<count {
        switch values.next() {
        case .null: add(Int64?.none)
        case .number(let number): add(number)
        case .text(let bytes):
          index += 1
          bind(bytes, nil)
        }
      }
    }

    /// Binds a string of the given length in bytes, which `write` writes into the buffer.
    mutating func addText(count: Int, _ write: (UnsafeMutableRawBufferPointer) -> Void) {
      index += 1
      withUnsafeTemporaryAllocation(byteCount: count, alignment: 1) { text in
        write(text)
        bind(UnsafeRawBufferPointer(text), Self.transient)
      }
    }

    private func bind(_ bytes: UnsafeRawBufferPointer, _ destructor: sqlite3_destructor_type?) {
      // An empty string may have no address, and SQLite takes a null pointer for NULL.
      let address = bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1)
      sqlite3_bind_text64(
        raw, index, address?.assumingMemoryBound(to: CChar.self), UInt64(bytes.count), destructor, UInt8(SQLITE_UTF8))
    }
  }
}
