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
    guard !text.unicodeScalars.contains(where: Self.isInvisible) else { throw .hasInvisibles }
    guard !"@-".contains(text.prefix(1)) else { throw .looksLikeSomethingElse }
    let lowercased = text.lowercased()
    guard !lowercased.hasSuffix("@demo"), !lowercased.hasPrefix("demo:") else { throw .isOfDemo }
  }

  /// Two names that look alike would differ by it. The braille pattern of no dots is a blank that says that it is none.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
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
    (try? AccountName(typed)).map { $0.text.lowercased() == text.lowercased() } ?? false
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
