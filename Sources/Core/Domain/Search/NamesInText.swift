/// Finds hashtags and handles in text.
public enum NamesInText {
  /// Whether the text contains a hashtag of exactly these words, ignoring case, accents and width.
  public static func containsTag(_ words: [String], in text: String) -> Bool {
    contains(sign: "#", "＃", in: text) { rest in
      let end = rest.firstIndex { !$0.isHashtagCharacter } ?? rest.endIndex
      return SearchWords.words(in: String(rest[..<end])).map(\.folded) == words
    }
  }

  /// All hashtags in the text, each as its folded words.
  public static func tags(in text: String) -> [[String]] {
    var tags: [[String]] = []
    _ = contains(sign: "#", "＃", in: text) { rest in
      let end = rest.firstIndex { !$0.isHashtagCharacter } ?? rest.endIndex
      let words = SearchWords.words(in: String(rest[..<end])).map(\.folded)
      if !words.isEmpty { tags.append(words) }
      return false
    }
    return tags
  }

  /// All hashtags in the text as they are spelled, without `#`. A number alone is not a hashtag.
  static func spelledTags(in text: String) -> [String] {
    var tags: [String] = []
    _ = contains(sign: "#", "＃", in: text) { rest in
      let name = rest[..<(rest.firstIndex { !$0.isHashtagCharacter } ?? rest.endIndex)]
      if name.contains(where: { $0 != "_" && $0.properties.generalCategory != .decimalNumber }) {
        tags.append(String(name))
      }
      return false
    }
    return tags
  }

  /// Whether the text contains a handle with or without its domain: ada is found in “@ada” and “@ada@host”.
  public static func containsHandle(_ query: String, in text: String) -> Bool {
    contains(sign: "@", "＠", in: text) { rest in handle(at: rest).map { isHandle($0, matching: query) } ?? false }
  }

  /// Whether `query` is the handle, with or without its domain.
  public static func isHandle(_ handle: String, matching query: String) -> Bool {
    let (handle, query) = (handle.lowercased(), query.lowercased())
    return handle == query || handle.hasPrefix(query + "@")
  }

  /// The handle, without `@`, at the start of the text, and the rest; nil if none.
  static func leadingHandle(_ text: Substring) -> (handle: String, rest: Substring)? {
    let scalars = text.unicodeScalars
    guard let handle = handle(at: scalars) else { return nil }
    let end = scalars.index(scalars.startIndex, offsetBy: handle.unicodeScalars.count)
    return (handle: handle, rest: text[end...])
  }

  /// The folded words of the hashtag, without `#`, at the start of the text, and the rest; nil if none.
  static func leadingTag(_ text: Substring) -> (words: [String], rest: Substring)? {
    let scalars = text.unicodeScalars
    let end = scalars.firstIndex { !$0.isHashtagCharacter } ?? scalars.endIndex
    let words = SearchWords.words(in: String(scalars[..<end])).map(\.folded)
    return words.isEmpty ? nil : (words: words, rest: text[end...])
  }

  /// Whether the text contains the sign, or its full-width form, followed by text for which
  /// `accepts` returns true.
  private static func contains(
    sign: Unicode.Scalar, _ wide: Unicode.Scalar, in text: String, _ accepts: (Substring.UnicodeScalarView) -> Bool
  ) -> Bool {
    // Fast path: most posts have no sign. 0xEF is the first UTF-8 byte of the full-width signs.
    guard text.contains(byte: UInt8(truncatingIfNeeded: sign.value)) || text.contains(byte: 0xEF) else { return false }
    var before: Unicode.Scalar?
    let scalars = text.unicodeScalars
    for index in scalars.indices {
      let scalar = scalars[index]
      defer { before = scalar }
      guard scalar == sign || scalar == wide else { continue }
      // Inside a word it is part of an email address, after a slash part of a URL.
      if let before, before.isWordCharacter || before == "/" || before == "_" { continue }
      if accepts(scalars[scalars.index(after: index)...]) { return true }
    }
    return false
  }

  /// The ASCII handle at the start, with its domain if it has one; nil if none.
  private static func handle(at scalars: Substring.UnicodeScalarView) -> String? {
    guard let name = name(at: scalars) else { return nil }
    let rest = scalars[name.endIndex...]
    guard rest.first == "@", let server = self.name(at: rest.dropFirst()) else { return String(name) }
    return String(name) + "@" + String(server)
  }

  /// The user name or domain at the start, without dots and hyphens at its end, which end a sentence; nil if none.
  private static func name(at scalars: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView? {
    let end = scalars.firstIndex { !$0.isHandleCharacter } ?? scalars.endIndex
    if end < scalars.endIndex, scalars[end].isWordCharacter { return nil }
    var name = scalars[..<end]
    while let last = name.last, last == "." || last == "-" { name = name.dropLast() }
    return name.first.map { $0 == "." || $0 == "-" } ?? true ? nil : name
  }
}

extension Unicode.Scalar {
  /// Whether it continues a word in a search.
  fileprivate var isWordCharacter: Bool {
    switch SearchFolding.fold(value) {
    case .letter: true
    case .mark: !isSoundMark
    case .part, .gap: false
    }
  }

  /// Whether it is a voicing mark of the kana before it.
  private var isSoundMark: Bool { [0x3099, 0x309A, 0xFF9E, 0xFF9F].contains(value) }

  var isHashtagCharacter: Bool {
    if self == "_" || isWordCharacter || isSoundMark { return true }
    if case .part = SearchFolding.fold(value) { return properties.generalCategory != .otherSymbol }
    return false
  }

  fileprivate var isHandleCharacter: Bool {
    isASCII && (SearchFolding.ascii(UInt8(truncatingIfNeeded: value)) != 0 || self == "_" || self == "." || self == "-")
  }
}
