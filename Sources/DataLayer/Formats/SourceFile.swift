import Domain

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file that has been read, and what a format needs to know besides.
struct SourceFile {
  /// For people.
  let path: String
  /// UTF-8, mostly.
  let bytes: [UInt8]
  /// Where its JSON starts.
  let start: Int
  /// When it was opened.
  let now: Date
  /// Another file in the same folder, by name; nil where there is none.
  let sibling: (String) -> [UInt8]?

  init(path: String, bytes: [UInt8], now: Date, sibling: @escaping (String) -> [UInt8]?) {
    self.path = path
    self.bytes = TextEncoding.utf8(bytes)
    self.now = now
    self.sibling = sibling
    start = FileShape.startOfJSON(in: self.bytes)
  }

  var reader: JSONReader { JSONReader(bytes, from: start) }

  /// The last part of the path.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  func place(of error: JSONError) -> FilePlace {
    var line = 1
    var lineStart = TextEncoding.lengthOfMark(in: bytes)
    for index in lineStart..<max(lineStart, min(error.offset, bytes.count)) where bytes[index] == 0x0A {
      line += 1
      lineStart = index + 1
    }
    return FilePlace(
      path: path, line: line, column: max(0, error.offset - lineStart) + 1, expected: error.expected)
  }
}
