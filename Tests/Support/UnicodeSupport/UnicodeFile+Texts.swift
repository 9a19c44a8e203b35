extension UnicodeFile {
  /// The files whose lines must be drawn as laid out.
  public static let drawn: [UnicodeFile] = [.graphemeBreakTest, .emojiTest, .eastAsianWidth]

  /// The strings in one of these files, by line.
  public func texts() throws(MissingUnicodeData) -> [UnicodeText] {
    try lines().flatMap { line in
      let fields = line.content.split(separator: ";").map { $0.split(whereSeparator: \.isWhitespace) }
      switch self {
      case .eastAsianWidth:
        let isWide = fields.last?.first == "W" || fields.last?.first == "F"
        return fields.first?.first.map { scalars(of: $0, line: line.number, isWide: isWide) } ?? []
      default:
        let scalars = (fields.first ?? []).compactMap { UInt32($0, radix: 16) }.compactMap(Unicode.Scalar.init)
        return [UnicodeText(file: self, line: line.number, text: String(String.UnicodeScalarView(scalars)))]
      }
    }
  }

  /// All scalars of "0370..0373", each after a letter, split into strings that fit into a line; without surrogates.
  private func scalars(of range: Substring, line: Int, isWide: Bool) -> [UnicodeText] {
    let bounds = range.split(separator: ".").compactMap { UInt32($0, radix: 16) }
    guard let first = bounds.first, let last = bounds.last else { return [] }
    let parts = (first...last).compactMap(Unicode.Scalar.init).map { scalar in
      var part = String.UnicodeScalarView("x".unicodeScalars)
      part.append(scalar)
      return String(part)
    }
    return stride(from: 0, to: parts.count, by: 20).map { start in
      let some = Array(parts[start..<min(parts.count, start + 20)])
      return UnicodeText(file: self, line: line, text: some.joined(), parts: some, isWide: isWide)
    }
  }
}
