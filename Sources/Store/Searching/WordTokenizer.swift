import Domain
import GRDB
import GRDBSQLite

/// Has SQLite's full-text index cut texts into the words that Tern searches everywhere.
final class WordTokenizer: FTS5CustomTokenizer {
  static let name = "tern"

  init(db: Database, arguments: [String]) {}

  func tokenize(
    context: UnsafeMutableRawPointer?, tokenization: FTS5Tokenization, pText: UnsafePointer<CChar>?, nText: CInt,
    tokenCallback: @escaping FTS5TokenCallback
  ) -> CInt {
    guard let pText else { return SQLITE_OK }
    let bytes = UnsafeRawBufferPointer(start: pText, count: Int(nText))
    var status = SQLITE_OK
    bytes.withMemoryRebound(to: UInt8.self) { text in
      SearchWords.scan(text) { folded, range, _ in
        status = folded.withMemoryRebound(to: CChar.self) { word in
          tokenCallback(
            context, 0, word.baseAddress, CInt(word.count), CInt(range.lowerBound), CInt(range.upperBound))
        }
        return status == SQLITE_OK
      }
    }
    return status
  }
}
