/// A name as it is shown beside a handle: its author chooses it, and it must neither take the place of a handle nor look
/// like one.
struct DisplayName {
  /// In a sentence no name is longer, in characters.
  private static let maxLength = 32
  /// Letters that are drawn as blanks without being white space: fillers of Hangul and Khitan, the empty braille pattern
  /// and the empty note head.
  private static let blanks: Set<Unicode.Scalar> = [
    "\u{115F}", "\u{1160}", "\u{2800}", "\u{3164}", "\u{FFA0}", "\u{16FE4}", "\u{1D159}",
  ]
  private static let atSigns: Set<Unicode.Scalar> = ["@", "\u{FE6B}", "\u{FF20}"]

  let text: String

  /// White space and blanks become one space each, and none at either end; what cannot be seen is left out. A name that
  /// holds something like a handle stands in quotation marks.
  init(_ name: String) {
    let collapsed = Self.collapsed(name)
    text = Self.holdsHandle(collapsed) ? Self.quoted(collapsed) : collapsed
  }

  /// The beginning, where the name is long.
  var shortened: String {
    text.count <= Self.maxLength ? text : String(text.prefix(Self.maxLength - 1)) + "…"
  }

  private static func collapsed(_ name: String) -> String {
    // Most names are words of ASCII with single spaces.
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
      } else if !AccountName.isInvisible(scalar) || isWritten(index, in: scalars) {
        if hasGap, !shown.isEmpty { shown.append(" ") }
        hasGap = false
        shown.append(scalar)
      }
    }
    return String(shown)
  }

  private static func isWritten(_ index: Int, in scalars: [Unicode.Scalar]) -> Bool {
    if AccountName.isWritten(index, in: scalars) { return true }
    // Flags of regions are a black flag and tags.
    guard isTag(scalars[index]), index > 0 else { return false }
    return isTag(scalars[index - 1]) || scalars[index - 1] == "\u{1F3F4}"
  }

  private static func isTag(_ scalar: Unicode.Scalar) -> Bool { 0xE0020...0xE007F ~= scalar.value }

  /// Whether an at sign stands right before something, as in a handle.
  private static func holdsHandle(_ name: String) -> Bool {
    let scalars = name.unicodeScalars
    return zip(scalars, scalars.dropFirst()).contains { atSigns.contains($0) && $1 != " " }
  }

  /// Marks within it would end it.
  private static func quoted(_ name: String) -> String {
    let marks: Set<Character> = ["“", "”", "\"", "„", "‟", "″", "＂", "〃"]
    return "“" + String(name.map { marks.contains($0) ? "'" : $0 }) + "”"
  }
}

extension Profile {
  /// The name as it is shown beside the handle, on one line: see `DisplayName`. Where it shows nothing, the handle.
  public var displayName: String {
    let shown = DisplayName(name).text
    return shown.isEmpty || name == handle ? handle : shown
  }

  /// As `displayName`, cut where it is long.
  public var briefName: String {
    let shown = DisplayName(name).shortened
    return shown.isEmpty || name == handle ? handle : shown
  }

  /// In a sentence: `Grace Hopper @grace@demo`. The handle stays whole, and a long name is cut.
  public var nameAndHandle: String {
    guard !handle.isEmpty else { return DisplayName(name).shortened }
    let name = DisplayName(name).shortened
    return name.isEmpty || self.name == handle ? "@\(handle)" : "\(name) @\(handle)"
  }
}
