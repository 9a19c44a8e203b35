extension String {
  /// The same JSON, in ASCII alone: all else can only stand in its strings, where an escape means the same.
  public var jsonInASCII: String {
    utf16.map { $0 < 0x80 ? String(UnicodeScalar(UInt8($0))) : $0.jsonEscape }.joined()
  }
}

extension UTF16.CodeUnit {
  fileprivate var jsonEscape: String {
    let digits = String(self, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
