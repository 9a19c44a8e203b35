import Domain
import FoundationEssentials

extension DecodingError {
  /// Where in a file the decoder found something else than it looked for.
  func place(in bytes: [UInt8], path: String) -> FileLocation {
    var offset = 0
    var expected = expected
    do throws(JSONLocationFinder.Fault) {
      offset = try JSONLocationFinder.offset(of: codingPath, in: bytes) ?? 0
    } catch {
      offset = error.offset
      expected = error.expected
    }
    let before = bytes[..<min(offset, bytes.count)]
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let line = before.count { $0 == 0x0A } + 1
    return FileLocation(
      path: path.escapingControls, line: line, column: before.count - lineStart + 1, expected: expected.escapingControls
    )
  }

  private var codingPath: [String] {
    let path =
      switch self {
      case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
        .dataCorrupted(let context):
        context.codingPath
      @unknown default: [any CodingKey]()
      }
    return path.map { $0.intValue.map(String.init) ?? $0.stringValue }
  }

  private var expected: String {
    switch self {
    case .keyNotFound(let key, _): "an object with “\(key.stringValue)”"
    case .typeMismatch(let type, _), .valueNotFound(let type, _): Self.noun(for: type)
    case .dataCorrupted(let context) where !context.codingPath.isEmpty: context.debugDescription
    default: "a list of accounts"
    }
  }

  private static func noun(for type: Any.Type) -> String {
    switch type {
    case is String.Type: "a text"
    case is Int.Type, is Double.Type: "a number"
    case is [Any].Type: "a list"
    default: "an object"
    }
  }
}
