/// Finds the tags and the people that a text names.
public enum NamesInText {
  /// Whether a tag stands in it: `#` and these words, no less and no more, without case, accents and width.
  public static func tag(_ wanted: [String], isIn text: String) -> Bool {
    holds("#", "＃", in: text) { rest in
      let end = rest.firstIndex { !$0.isOfTag } ?? rest.endIndex
      return SearchWords.words(in: String(rest[..<end])).map(\.folded) == wanted
    }
  }

  /// The tags that stand in it: of each its words, folded.
  public static func tags(in text: String) -> [[String]] {
    var tags: [[String]] = []
    _ = holds("#", "＃", in: text) { rest in
      let end = rest.firstIndex { !$0.isOfTag } ?? rest.endIndex
      let words = SearchWords.words(in: String(rest[..<end])).map(\.folded)
      if !words.isEmpty { tags.append(words) }
      return false
    }
    return tags
  }

  /// The same as they are spelled, without `#`. What is a number is none.
  static func spelledTags(in text: String) -> [String] {
    var tags: [String] = []
    _ = holds("#", "＃", in: text) { rest in
      let name = rest[..<(rest.firstIndex { !$0.isOfTag } ?? rest.endIndex)]
      if name.contains(where: { $0 != "_" && $0.properties.generalCategory != .decimalNumber }) {
        tags.append(String(name))
      }
      return false
    }
    return tags
  }

  /// Whether somebody is named in it by a handle, with or without its server: ada stands in “@ada” and in “@ada@host”.
  public static func handle(_ wanted: String, isIn text: String) -> Bool {
    holds("@", "＠", in: text) { rest in handle(at: rest).map { isMeant($0, by: wanted) } ?? false }
  }

  /// With or without its server.
  public static func isMeant(_ handle: String, by wanted: String) -> Bool {
    let (handle, wanted) = (handle.lowercased(), wanted.lowercased())
    return handle == wanted || handle.hasPrefix(wanted + "@")
  }

  /// The handle that a text begins with, and what stands behind it; nil where there is none.
  static func leadingHandle(_ text: Substring) -> (handle: String, rest: Substring)? {
    let scalars = text.unicodeScalars
    guard let handle = handle(at: scalars) else { return nil }
    let end = scalars.index(scalars.startIndex, offsetBy: handle.unicodeScalars.count)
    return (handle: handle, rest: text[end...])
  }

  /// The words of the tag that a text begins with, and what stands behind it; nil where there is none.
  static func leadingTag(_ text: Substring) -> (words: [String], rest: Substring)? {
    let scalars = text.unicodeScalars
    let end = scalars.firstIndex { !$0.isOfTag } ?? scalars.endIndex
    let words = SearchWords.words(in: String(scalars[..<end])).map(\.folded)
    return words.isEmpty ? nil : (words: words, rest: text[end...])
  }

  private static func holds(
    _ mark: Unicode.Scalar, _ wide: Unicode.Scalar, in text: String, _ isMeant: (Substring.UnicodeScalarView) -> Bool
  ) -> Bool {
    // Most texts have neither; what is wide begins with the second of these bytes.
    guard text.holds(UInt8(truncatingIfNeeded: mark.value)) || text.holds(0xEF) else { return false }
    var before: Unicode.Scalar?
    let scalars = text.unicodeScalars
    for index in scalars.indices {
      let scalar = scalars[index]
      defer { before = scalar }
      guard scalar == mark || scalar == wide else { continue }
      // Within a word it is part of an address, and after a stroke as well.
      if let before, before.isOfWord || before == "/" || before == "_" { continue }
      if isMeant(scalars[scalars.index(after: index)...]) { return true }
    }
    return false
  }

  /// A name of ASCII, and its server where it has one.
  private static func handle(at scalars: Substring.UnicodeScalarView) -> String? {
    guard let name = name(at: scalars) else { return nil }
    let rest = scalars[name.endIndex...]
    guard rest.first == "@", let server = self.name(at: rest.dropFirst()) else { return String(name) }
    return String(name) + "@" + String(server)
  }

  /// Without the full stop that ends the sentence.
  private static func name(at scalars: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView? {
    let end = scalars.firstIndex { !$0.isOfHandle } ?? scalars.endIndex
    if end < scalars.endIndex, scalars[end].isOfWord { return nil }
    var name = scalars[..<end]
    while let last = name.last, last == "." || last == "-" { name = name.dropLast() }
    return name.first.map { $0 == "." || $0 == "-" } ?? true ? nil : name
  }
}

extension Unicode.Scalar {
  /// Whether searching goes on with the same word at it.
  fileprivate var isOfWord: Bool {
    switch SearchFolding.fold(value) {
    case .letter: true
    case .mark: !isSoundMark
    case .part, .gap: false
    }
  }

  /// Whether it belongs to the Kana before it, which is a word by itself.
  private var isSoundMark: Bool { [0x3099, 0x309A, 0xFF9E, 0xFF9F].contains(value) }

  var isOfTag: Bool {
    if self == "_" || isOfWord || isSoundMark { return true }
    if case .part = SearchFolding.fold(value) { return properties.generalCategory != .otherSymbol }
    return false
  }

  fileprivate var isOfHandle: Bool {
    isASCII && (SearchFolding.ascii(UInt8(truncatingIfNeeded: value)) != 0 || self == "_" || self == "." || self == "-")
  }
}
