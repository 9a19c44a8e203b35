/// What a person calls an account of theirs, besides its handle.
public struct AccountName: Hashable, Sendable {
  /// In characters.
  public static let maxLength = 60
  /// In scalars: what stands above and below letters counts as well.
  private static let maxScalars = 180

  public let text: String

  /// Blanks around it are not part of it.
  /// - Throws: why nothing can be called so.
  public init(_ typed: String) throws(Fault) {
    let words = typed.drop(while: \.isWhitespace)
    let end = words.lastIndex { !$0.isWhitespace }.map(words.index(after:)) ?? words.startIndex
    text = String(words[..<end])
    guard !text.isEmpty else { throw .isEmpty }
    guard text.count <= Self.maxLength, text.unicodeScalars.count <= Self.maxScalars else { throw .isTooLong }
    guard text.escapingControls == text, !text.contains(where: \.isNewline) else { throw .hasControls }
    guard !Self.hasInvisibles(text) else { throw .hasInvisibles }
    guard !"@-".contains(text.prefix(1)) else { throw .looksLikeSomethingElse }
    let lowercased = text.lowercased()
    guard !lowercased.hasSuffix("@demo"), !lowercased.hasPrefix("demo:") else { throw .isOfDemo }
  }

  /// A name that has been stored: what counts as one may have changed since.
  public init?(stored: String) {
    guard !stored.isEmpty, stored.unicodeScalars.count <= Self.maxScalars, stored.escapingControls == stored,
      !stored.contains(where: \.isNewline)
    else { return nil }
    text = stored
  }

  private static func hasInvisibles(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    return scalars.indices.contains { isInvisible(scalars[$0]) && !isWritten($0, in: scalars) }
  }

  /// Whether a scalar that cannot be seen is part of how its neighbours are written.
  static func isWritten(_ index: Int, in scalars: [Unicode.Scalar]) -> Bool {
    guard index > 0, index + 1 < scalars.count || scalars[index] == emojiStyle else { return false }
    return isWritten(
      scalars[index], behind: scalars[index - 1], before: index + 1 < scalars.count ? scalars[index + 1] : nil)
  }

  /// Chooses the picture of a sign that is a letter as well.
  private static let emojiStyle: Unicode.Scalar = "\u{FE0F}"
  private static let (joiner, nonJoiner): (Unicode.Scalar, Unicode.Scalar) = ("\u{200D}", "\u{200C}")
  private static let keycap: Unicode.Scalar = "\u{20E3}"

  /// Whether a sign that cannot be seen is part of how something is written: of an emoji, as pickers give it, or of a word
  /// of a script whose letters join.
  private static func isWritten(
    _ scalar: Unicode.Scalar, behind last: Unicode.Scalar, before next: Unicode.Scalar?
  ) -> Bool {
    switch scalar {
    case emojiStyle: isEmoji(last) || last.properties.isEmoji && next == keycap
    case joiner: (isEmoji(last) || last == emojiStyle) && next.map(isEmoji) ?? false
    case nonJoiner: isJoining(last) && next.map(isJoining) ?? false
    default: false
    }
  }

  /// Digits are emoji to Unicode.
  private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isEmoji && !scalar.isASCII }

  /// From Hebrew on: no letter of Latin, Greek or Cyrillic joins.
  private static func isJoining(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x590 else { return false }
    return switch scalar.properties.generalCategory {
    case .otherLetter, .nonspacingMark, .spacingMark: true
    default: false
    }
  }

  /// What tells it from others: names that look alike are the same.
  private static func key(of text: String) -> String {
    var seen = String.UnicodeScalarView()
    seen.append(contentsOf: text.lowercased().unicodeScalars.filter { !isInvisible($0) })
    return String(seen)
  }

  /// Two names that look alike would differ by it. The braille pattern of no dots is a blank that says that it is none.
  static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.generalCategory == .format
      || scalar == "\u{2800}"
  }

  public enum Fault: Error, Hashable, Sendable {
    case isEmpty, isTooLong, hasControls, hasInvisibles
    /// Accounts of the demo are called so, and are meant by it.
    case isOfDemo
    /// Like a handle or an option.
    case looksLikeSomethingElse

    /// A sentence without its end.
    public var words: String {
      switch self {
      case .isEmpty: "a name has at least one letter"
      case .isTooLong: "a name has \(AccountName.maxLength) characters at the most"
      case .hasControls: "a name is one line without control characters"
      case .hasInvisibles: "a name has nothing in it that cannot be seen, such as joiners and marks of direction"
      case .isOfDemo: "accounts of the demo go by what ends with @demo"
      case .looksLikeSomethingElse: "a name does not begin with @ or -"
      }
    }
  }

  /// Whether a person means it by what they typed: in any case.
  public func isMeant(by typed: String) -> Bool {
    text == typed || (try? AccountName(typed)).map { Self.key(of: $0.text) == Self.key(of: text) } ?? false
  }
}

extension [Account] {
  /// The account that a person means: the one with the storage key or the handle, which no name hides, else the one that
  /// they call so, else the only one whose handle has this first part (`ada` for `@ada@demo`); nil where there is none.
  public func account(called typed: String) -> Account? {
    first { $0.id.storageKey == typed } ?? first { $0.profile.goes(by: typed) }
      ?? first { $0.givenName?.isMeant(by: typed) ?? false } ?? onlyOne(called: typed)
  }

  /// Which of them would be meant by the name as well, so that it cannot be given to the account; nil where none is.
  public func holder(of name: AccountName, besides account: AccountID?) -> Account? {
    let others = filter { $0.id != account }
    return others.first { other in
      other.givenName?.isMeant(by: name.text) ?? false || other.profile.goes(by: name.text)
        || other.id.storageKey == name.text
    } ?? others.onlyOne(called: name.text)
  }

  private func onlyOne(called typed: String) -> Account? {
    let name = typed.drop { $0 == "@" }.lowercased()
    let meant = filter { $0.profile.handle.lowercased().hasPrefix(name + "@") }
    return name.isEmpty || meant.count != 1 ? nil : meant.first
  }
}
