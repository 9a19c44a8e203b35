/// What a file looks like from above: enough to tell its format by.
struct FileShape {
  enum Top: Hashable {
    case array
    case object
    /// `window.YTD.NAME.part0 = …`
    case archivePart(of: String)
    case other
  }

  private(set) var top: Top = .other
  /// Keys of the object, or of the first objects of the array.
  private(set) var keys: Set<String> = []
  private(set) var isEmpty = true
  /// Where looking at it came to an end.
  private(set) var damage: JSONError?

  init(_ file: SourceFile) {
    var reader = file.reader
    let first = reader.next
    do throws(JSONError) {
      if first == UInt8(ascii: "[") {
        top = .array
        try lookAtArray(&reader)
      } else if first == UInt8(ascii: "{") {
        top = .object
        try lookAtObject(&reader)
      }
    } catch {
      damage = error
    }
    if let part = Self.archivePart(in: file.bytes) { top = .archivePart(of: part) }
  }

  func has(anyOf names: String...) -> Bool { names.contains(where: keys.contains) }

  /// Behind a byte order mark, and behind the `=` of an archive's script.
  static func startOfJSON(in bytes: [UInt8]) -> Int {
    guard archivePart(in: bytes) != nil, let sign = bytes.firstIndex(of: UInt8(ascii: "=")) else {
      return TextEncoding.lengthOfMark(in: bytes)
    }
    return sign + 1
  }
}

extension FileShape {
  /// How many elements of an array are looked at: the first one may be damaged, or unlike the others.
  private static let sample = 4

  private mutating func lookAtArray(_ reader: inout JSONReader) throws(JSONError) {
    _ = reader.takes("[")
    if reader.takes("]") { return }
    isEmpty = false
    for _ in 0..<Self.sample {
      _ = reader.next
      let start = reader.position
      do throws(JSONError) {
        if reader.next == UInt8(ascii: "{") { try lookAtObject(&reader) } else { try reader.skipValue() }
      } catch {
        damage = damage ?? error
        guard reader.recover(from: start) else { return }
      }
      guard reader.takes(",") else { return }
    }
  }

  private mutating func lookAtObject(_ reader: inout JSONReader) throws(JSONError) {
    try reader.forEachMember { key, reader throws(JSONError) in
      isEmpty = false
      keys.insert(key)
      try reader.skipValue()
    }
  }

  private static func archivePart(in bytes: [UInt8]) -> String? {
    let head = bytes.dropFirst(TextEncoding.lengthOfMark(in: bytes)).prefix(200)
    let text = String(decoding: head, as: UTF8.self).drop(while: \.isWhitespace)
    let parts = text.prefix { $0 != "=" }.split(separator: ".")
    guard parts.count >= 3, parts[0] == "window", parts[1] == "YTD" else { return nil }
    return String(parts[2])
  }
}
