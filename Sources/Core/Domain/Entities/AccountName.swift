/// A name that the user has given to one of their accounts, in addition to its handle.
public struct AccountName: Hashable, Sendable {
  /// In characters.
  public static let maxLength = 60
  /// In Unicode scalars, which limits combining marks.
  private static let maxScalars = 180

  public let text: String

  /// Trims white space at both ends.
  public init(_ typed: String) throws(ValidationError) {
    text = typed.trimmed
    guard !text.isEmpty else { throw .isEmpty }
    guard text.count <= Self.maxLength, text.unicodeScalars.count <= Self.maxScalars else { throw .isTooLong }
    guard text.escapingControls == text, !text.contains(where: \.isNewline) else { throw .hasControls }
    guard !Self.hasInvisibles(text) else { throw .hasInvisibles }
    guard !"@-".contains(text.prefix(1)) else { throw .hasReservedPrefix }
    let lowercased = text.lowercased()
    guard !lowercased.hasSuffix("@demo"), !lowercased.hasPrefix("demo:") else { throw .isReservedForDemo }
  }

  /// Restores a stored name. It is checked less strictly than typed text, as the rules may have changed since.
  public init?(stored: String) {
    guard !stored.isEmpty, stored.unicodeScalars.count <= Self.maxScalars, stored.escapingControls == stored,
      !stored.contains(where: \.isNewline)
    else { return nil }
    text = stored
  }

  private static func hasInvisibles(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    return scalars.indices.contains { isInvisible(scalars[$0]) && !isPartOfSpelling($0, in: scalars) }
  }

  /// Whether the invisible scalar at `index` is part of an emoji sequence or of a word in a joining script.
  static func isPartOfSpelling(_ index: Int, in scalars: [Unicode.Scalar]) -> Bool {
    guard index > 0, index + 1 < scalars.count || scalars[index] == emojiStyle else { return false }
    return isPartOfSpelling(
      scalars[index], behind: scalars[index - 1], before: index + 1 < scalars.count ? scalars[index + 1] : nil)
  }

  /// U+FE0F, which selects the emoji form of a character that also has a text form.
  private static let emojiStyle: Unicode.Scalar = "\u{FE0F}"
  private static let (joiner, nonJoiner): (Unicode.Scalar, Unicode.Scalar) = ("\u{200D}", "\u{200C}")
  private static let keycap: Unicode.Scalar = "\u{20E3}"

  /// Decides `isPartOfSpelling(_:in:)` by the scalars next to the invisible one.
  private static func isPartOfSpelling(
    _ scalar: Unicode.Scalar, behind last: Unicode.Scalar, before next: Unicode.Scalar?
  ) -> Bool {
    switch scalar {
    case emojiStyle: isEmoji(last) || last.properties.isEmoji && next == keycap
    case joiner: (isEmoji(last) || last == emojiStyle) && next.map(isEmoji) ?? false
    case nonJoiner: isJoining(last) && next.map(isJoining) ?? false
    default: false
    }
  }

  /// Whether a scalar is an emoji, without the ASCII digits, `#` and `*`, which Unicode counts as emoji.
  private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isEmoji && !scalar.isASCII }

  /// Whether a scalar may be a letter of a joining script: from U+0590 on, after Latin, Greek and Cyrillic.
  private static func isJoining(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x590 else { return false }
    return switch scalar.properties.generalCategory {
    case .otherLetter, .nonspacingMark, .spacingMark: true
    default: false
    }
  }

  /// The key by which names are compared, ignoring case and invisible characters.
  private static func key(of text: String) -> String {
    var seen = String.UnicodeScalarView()
    seen.append(contentsOf: text.lowercased().unicodeScalars.filter { !isInvisible($0) })
    return String(seen)
  }

  /// Whether the scalar is drawn as nothing or as a blank. U+2800 is the braille pattern without dots.
  static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.generalCategory == .format
      || scalar == "\u{2800}"
  }

  public enum ValidationError: Error, Hashable, Sendable {
    case isEmpty, isTooLong, hasControls, hasInvisibles
    case isReservedForDemo
    /// Starts like a handle or an option.
    case hasReservedPrefix

    /// The reason as a clause without a full stop.
    public var message: String {
      switch self {
      case .isEmpty: "a name needs at least one letter"
      case .isTooLong: "a name has at most \(AccountName.maxLength) characters"
      case .hasControls: "a name is one line without control characters"
      case .hasInvisibles: "a name cannot contain invisible characters such as joiners and direction marks"
      case .isReservedForDemo: "names with @demo or demo: are reserved for the demo"
      case .hasReservedPrefix: "a name cannot start with @ or -"
      }
    }
  }

  /// Whether the typed text is this name, ignoring case and invisible characters.
  public func matches(_ typed: String) -> Bool {
    text == typed || (try? AccountName(typed)).map { Self.key(of: $0.text) == Self.key(of: text) } ?? false
  }
}

extension [Account] {
  /// The account that the typed text identifies. The first rule that finds one applies:
  ///
  /// 1. The account with this storage key or handle.
  /// 2. The account to which the user has given this name.
  /// 3. The only account whose handle has this local part: `ada` for `@ada@demo`.
  /// - Returns: nil if no account matches.
  public func account(named typed: String) -> Account? {
    first { $0.id.storageKey == typed } ?? first { $0.profile.matches(typedName: typed) }
      ?? first { $0.givenName?.matches(typed) ?? false } ?? onlyAccount(withLocalName: typed)
  }

  /// Another account that `name` already identifies, so that it cannot be given to `account`; nil if there is none.
  public func conflictingAccount(for name: AccountName, excluding account: AccountID?) -> Account? {
    let others = filter { $0.id != account }
    return others.first { other in
      other.givenName?.matches(name.text) ?? false || other.profile.matches(typedName: name.text)
        || other.id.storageKey == name.text
    } ?? others.onlyAccount(withLocalName: name.text)
  }

  private func onlyAccount(withLocalName typed: String) -> Account? {
    let name = typed.drop { $0 == "@" }.lowercased()
    let matching = filter { $0.profile.handle.lowercased().hasPrefix(name + "@") }
    return name.isEmpty || matching.count != 1 ? nil : matching.first
  }
}
