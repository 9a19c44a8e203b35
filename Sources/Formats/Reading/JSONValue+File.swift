extension JSONValue {
  /// What a file holds, be it the script of an archive; nil where it is damaged.
  init?(file bytes: [UInt8]) {
    var reader = JSONReader(bytes, from: FileShape.startOfJSON(in: bytes))
    guard let value = try? reader.readValue() else { return nil }
    self = value
  }
}
