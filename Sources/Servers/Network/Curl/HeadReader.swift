/// Parses the head of a response line by line, within limits.
struct HeadReader {
  static let maxBytes = 64 << 10
  static let maxFields = 256

  private(set) var status = 0
  private(set) var headers = HTTPHeaders()
  private(set) var isComplete = false
  private var size = 0

  /// Reads a line. Trailers after the body are ignored.
  /// - Returns: false if the head is too large.
  mutating func parse(_ line: UnsafeRawBufferPointer) -> Bool {
    size += line.count
    guard size <= Self.maxBytes else { return false }
    guard !isComplete else { return true }
    let text = String(decoding: line, as: UTF8.self).unicodeScalars.map { scalar -> Unicode.Scalar in
      scalar.properties.generalCategory == .control ? " " : scalar
    }
    let start = text.prefix { $0 != " " }
    if start.starts(with: "HTTP/".unicodeScalars) {
      let digits = text.dropFirst(start.count + 1).prefix(3)
      status = digits.reduce(0) { sum, digit in "0"..."9" ~= digit ? sum * 10 + Int(digit.value - 48) : sum }
      headers = HTTPHeaders()
      return true
    }
    guard let colon = text.firstIndex(of: ":") else {
      // An empty line ends the head. Responses below 200 are followed by another one (RFC 9110, 15.2).
      isComplete = status >= 200 && text.allSatisfy { $0 == " " }
      return true
    }
    guard headers.fields.count < Self.maxFields else { return false }
    let name = String(String.UnicodeScalarView(text[..<colon]))
    guard HeaderLines.isToken(name) else { return true }
    headers.add(name, Self.trimmed(text[(colon + 1)...]))
    return true
  }

  private static func trimmed(_ text: ArraySlice<Unicode.Scalar>) -> String {
    var text = text.drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return String(String.UnicodeScalarView(text))
  }
}
