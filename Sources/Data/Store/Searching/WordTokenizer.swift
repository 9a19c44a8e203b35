import Domain
import GRDB
import GRDBSQLite

/// Makes SQLite's full-text index split text into the same words as all of Tern.
enum WordTokenizer {
  static let name = "tern"
  /// Precedes words that are split and folded already, each with a space before it. Not valid in UTF-8, so that no text
  /// contains it.
  static let pretokenizedMark: UInt8 = 0xFF

  /// The words of the text, with a space before each.
  static func appendWords(of text: String, to bytes: inout [UInt8]) {
    var text = text
    text.withUTF8 { text in
      SearchWords.scan(text) { folded, _, _ in
        bytes.append(UInt8(ascii: " "))
        bytes.append(contentsOf: folded)
        return true
      }
    }
  }

  static func add(to database: Database) throws {
    let connection = database.sqliteConnection
    var api: UnsafeMutablePointer<fts5_api>?
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    // The documented way to get the FTS5 API (“Extending FTS5” in its documentation).
    let type: StaticString = "fts5_api_ptr"
    var status = sqlite3_prepare_v2(connection, "SELECT fts5(?)", -1, &statement, nil)
    withUnsafeMutablePointer(to: &api) { api in
      type.withUTF8Buffer { type in
        _ = sqlite3_bind_pointer(
          statement, 1, api, UnsafeRawPointer(type.baseAddress)?.assumingMemoryBound(to: CChar.self), nil)
      }
      _ = sqlite3_step(statement)
    }
    guard status == SQLITE_OK, let api else { throw DatabaseError(resultCode: .SQLITE_ERROR, message: "no FTS5") }
    var functions = fts5_tokenizer(
      xCreate: { _, _, _, tokenizer in
        // The tokenizer has no state, but nil is not allowed.
        tokenizer?.pointee = OpaquePointer(bitPattern: 1)
        return SQLITE_OK
      },
      xDelete: { _ in },
      xTokenize: { _, context, _, text, count, callback in
        guard let text, let callback else { return SQLITE_OK }
        return WordTokenizer.tokenize(UnsafeRawBufferPointer(start: text, count: Int(count)), for: context, callback)
      })
    status = api.pointee.xCreateTokenizer(api, name, nil, &functions, nil)
    guard status == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: status)) }
  }

  private typealias Callback =
    @convention(c) (
      UnsafeMutableRawPointer?, CInt, UnsafePointer<CChar>?, CInt, CInt, CInt
    ) -> CInt

  private static func tokenize(
    _ text: UnsafeRawBufferPointer, for context: UnsafeMutableRawPointer?, _ callback: Callback
  ) -> CInt {
    if text.first == pretokenizedMark { return emitPretokenized(text, for: context, callback) }
    var status = SQLITE_OK
    text.withMemoryRebound(to: UInt8.self) { text in
      SearchWords.scan(text) { folded, range, _ in
        status = folded.withMemoryRebound(to: CChar.self) { word in
          callback(context, 0, word.baseAddress, CInt(word.count), CInt(range.lowerBound), CInt(range.upperBound))
        }
        return status == SQLITE_OK
      }
    }
    return status
  }

  /// Passes on words that are split already.
  private static func emitPretokenized(
    _ text: UnsafeRawBufferPointer, for context: UnsafeMutableRawPointer?, _ callback: Callback
  ) -> CInt {
    var start = 1
    while start < text.count {
      let end = text[start...].firstIndex(of: UInt8(ascii: " ")) ?? text.count
      if start < end {
        let word = text.baseAddress.map { ($0 + start).assumingMemoryBound(to: CChar.self) }
        let status = callback(context, 0, word, CInt(end - start), CInt(start), CInt(end))
        guard status == SQLITE_OK else { return status }
      }
      start = end + 1
    }
    return SQLITE_OK
  }
}
