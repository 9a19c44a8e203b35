/// The head of an answer, line by line: as much as 256 fields and 64 KiB.
struct HeadReader {
  static let longest = 64 << 10
  static let mostFields = 256

  private(set) var status = 0
  private(set) var headers = HTTPHeaders()
  private(set) var isComplete = false
  private var size = 0

  /// A line with its end. What comes after the body (trailers) is passed over.
  /// - Returns: whether it is not too much.
  mutating func take(_ line: UnsafeRawBufferPointer) -> Bool {
    size += line.count
    guard size <= Self.longest else { return false }
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
      // An empty line. Answers below 200 are not the last one (RFC 9110, 15.2).
      isComplete = status >= 200 && text.allSatisfy { $0 == " " }
      return true
    }
    guard headers.fields.count < Self.mostFields else { return false }
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
