/// The outer structure of a file, which identifies its format: the top value and the first keys.
struct FileShape {
  enum Top: Hashable {
    case array
    case object
    /// `window.YTD.NAME.part0 = …`
    case archivePart(of: String)
    /// `Grailbird.data.tweets_2013_05 = …`
    case olderArchiveMonth
    case other
  }

  private(set) var top: Top = .other
  /// Keys of the object, or of the first objects of the array or of the lines.
  private(set) var keys: Set<String> = []
  /// Keys of nested values by their key: of an object, or of the first objects of an array.
  private(set) var nestedKeys: [String: Set<String>] = [:]
  /// Whether it is an empty array or object.
  private(set) var isEmpty = false
  /// The error that ended the inspection.
  private(set) var damage: JSONError?

  /// Inspects the beginning of a file's text.
  init(_ bytes: [UInt8]) {
    var reader = JSONReader(bytes, from: Self.startOfJSON(in: bytes))
    do throws(JSONError) {
      switch reader.next {
      case UInt8(ascii: "["):
        top = .array
        isEmpty = try !Self.inspectFirstObjects(&reader) { reader throws(JSONError) in try inspectObject(&reader) }
      case UInt8(ascii: "{"):
        top = .object
        inspectLines(&reader)
        isEmpty = keys.isEmpty && damage == nil
      default: break
      }
    } catch {
      damage = error
    }
    if let part = Self.archivePart(in: bytes) { top = .archivePart(of: part) }
    if Self.head(of: bytes).hasPrefix("Grailbird.data.") { top = .olderArchiveMonth }
  }

  func has(anyOf names: String...) -> Bool { names.contains(where: keys.contains) }

  func has(allOf names: String...) -> Bool { names.allSatisfy(keys.contains) }

  /// Whether the value of a key has one of these keys.
  func has(anyOf names: String..., below key: String) -> Bool {
    names.contains { nestedKeys[key]?.contains($0) == true }
  }

  /// After a byte order mark and the `=` of an archive's script.
  static func startOfJSON(in bytes: [UInt8]) -> Int {
    let start = ByteOrderMark.length(in: bytes)
    let head = head(of: bytes)
    let isScript = ["window.", "Grailbird.", "var "].contains { head.hasPrefix($0) }
    guard isScript, let sign = bytes.firstIndex(of: UInt8(ascii: "=")) else { return start }
    return sign + 1
  }
}

extension FileShape {
  /// The number of inspected elements of an array: the first one may be damaged or unusual.
  private static let sample = 4

  /// - Returns: whether the array has elements.
  private static func inspectFirstObjects(
    _ reader: inout JSONReader, _ inspect: (inout JSONReader) throws(JSONError) -> Void
  ) throws(JSONError) -> Bool {
    _ = reader.consume("[")
    if reader.consume("]") { return false }
    var damage: JSONError?
    for _ in 0..<sample {
      _ = reader.next
      let start = reader.position
      do throws(JSONError) {
        if reader.next == UInt8(ascii: "{") { try inspect(&reader) } else { try reader.skipValue() }
      } catch {
        damage = damage ?? error
        guard reader.recover(from: start) else { break }
      }
      guard reader.consume(",") else { break }
    }
    if let damage { throw damage }
    return true
  }

  private mutating func inspectObject(_ reader: inout JSONReader) throws(JSONError) {
    try reader.forEachMember { key, reader throws(JSONError) in
      keys.insert(key)
      var ahead = reader
      try? inspectNested(key, &ahead)
      try reader.skipValue()
    }
  }

  private mutating func inspectNested(_ key: String, _ reader: inout JSONReader) throws(JSONError) {
    func inspect(_ reader: inout JSONReader) throws(JSONError) {
      try reader.forEachMember { name, reader throws(JSONError) in
        nestedKeys[key, default: []].insert(name)
        try reader.skipValue()
      }
    }
    switch reader.next {
    case UInt8(ascii: "{"): try inspect(&reader)
    case UInt8(ascii: "["): _ = try Self.inspectFirstObjects(&reader, inspect)
    default: break
    }
  }

  /// Usually one object; in JSON Lines one per line. Any line may be damaged.
  private mutating func inspectLines(_ reader: inout JSONReader) {
    let firstKey = reader.peekedKey
    while reader.next == UInt8(ascii: "{") {
      let start = reader.position
      do throws(JSONError) {
        try inspectObject(&reader)
      } catch {
        damage = damage ?? error
        guard reader.skipLine(from: start), reader.peekedKey == firstKey else { return }
      }
    }
  }

  private static func archivePart(in bytes: [UInt8]) -> String? {
    let parts = head(of: bytes).prefix { $0 != "=" }.split(separator: ".")
    guard parts.count >= 3, parts[0] == "window", parts[1] == "YTD" else { return nil }
    return String(parts[2])
  }

  private static func head(of bytes: [UInt8]) -> Substring {
    let head = bytes.dropFirst(ByteOrderMark.length(in: bytes)).prefix(200)
    return String(decoding: head, as: UTF8.self).drop(while: \.isWhitespace)
  }
}

extension JSONValue {
  /// The JSON of a file, possibly in the script of an archive; nil if damaged.
  init?(file bytes: [UInt8]) {
    var reader = JSONReader(bytes, from: FileShape.startOfJSON(in: bytes))
    guard let value = try? reader.readValue() else { return nil }
    self = value
  }
}
