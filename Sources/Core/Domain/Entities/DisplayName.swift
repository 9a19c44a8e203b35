/// A display name as it is shown next to a handle. Its author chooses it, so it must not look like a handle.
struct DisplayName {
  /// Maximum length in a sentence, in characters.
  private static let maxLength = 32
  /// Letters that are drawn as blanks without being white space: Hangul and Khitan fillers, the empty braille pattern
  /// and the null note head.
  private static let blanks: Set<Unicode.Scalar> = [
    "\u{115F}", "\u{1160}", "\u{2800}", "\u{3164}", "\u{FFA0}", "\u{16FE4}", "\u{1D159}",
  ]
  private static let atSigns: Set<Unicode.Scalar> = ["@", "\u{FE6B}", "\u{FF20}"]

  let text: String

  /// Collapses white space and blanks to single spaces, trims both ends and drops invisible characters. A name that
  /// contains something like a handle is quoted.
  init(_ name: String) {
    let collapsed = Self.collapsed(name)
    text = Self.containsHandle(collapsed) ? Self.quoted(collapsed) : collapsed
  }

  /// The name, truncated to `maxLength`.
  var shortened: String {
    text.count <= Self.maxLength ? text : String(text.prefix(Self.maxLength - 1)) + "…"
  }

  private static func collapsed(_ name: String) -> String {
    // Fast path: most names are ASCII words with single spaces.
    var last = UInt8(ascii: " ")
    let isPlain = name.utf8.allSatisfy { byte in
      defer { last = byte }
      return byte >= 0x20 && byte < 0x7F && !(byte == 0x20 && last == 0x20)
    }
    if isPlain, last != 0x20 { return name }
    let scalars = Array(name.unicodeScalars)
    var shown = String.UnicodeScalarView()
    var hasGap = false
    for (index, scalar) in scalars.enumerated() {
      if scalar.properties.isWhitespace || blanks.contains(scalar) {
        hasGap = true
      } else if !AccountName.isInvisible(scalar) || isPartOfSpelling(index, in: scalars) {
        if hasGap, !shown.isEmpty { shown.append(" ") }
        hasGap = false
        shown.append(scalar)
      }
    }
    return String(shown)
  }

  private static func isPartOfSpelling(_ index: Int, in scalars: [Unicode.Scalar]) -> Bool {
    if AccountName.isPartOfSpelling(index, in: scalars) { return true }
    // Flags of regions are a black flag followed by tag characters.
    guard isTag(scalars[index]), index > 0 else { return false }
    return isTag(scalars[index - 1]) || scalars[index - 1] == "\u{1F3F4}"
  }

  private static func isTag(_ scalar: Unicode.Scalar) -> Bool { 0xE0020...0xE007F ~= scalar.value }

  /// Whether an at sign is followed by a character, as in a handle.
  private static func containsHandle(_ name: String) -> Bool {
    let scalars = name.unicodeScalars
    return zip(scalars, scalars.dropFirst()).contains { atSigns.contains($0) && $1 != " " }
  }

  /// Replaces quotation marks in the name, which would end the quotation.
  private static func quoted(_ name: String) -> String {
    let marks: Set<Character> = ["“", "”", "\"", "„", "‟", "″", "＂", "〃"]
    return "“" + String(name.map { marks.contains($0) ? "'" : $0 }) + "”"
  }
}

extension Profile {
  /// The display name on one line; the handle if the name is empty. See `DisplayName`.
  public var displayName: String {
    let shown = DisplayName(name).text
    return shown.isEmpty || name == handle ? handle : shown
  }

  /// The same as `displayName`, truncated if it is long.
  public var briefName: String {
    let shown = DisplayName(name).shortened
    return shown.isEmpty || name == handle ? handle : shown
  }

  /// The name and the handle in a sentence: `Grace Hopper @grace@demo`. Only the name is truncated.
  public var nameAndHandle: String {
    guard !handle.isEmpty else { return DisplayName(name).shortened }
    let name = DisplayName(name).shortened
    return name.isEmpty || self.name == handle ? "@\(handle)" : "\(name) @\(handle)"
  }
}
