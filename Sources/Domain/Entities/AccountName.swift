/// What a person calls an account of theirs, besides its handle.
public struct AccountName: Hashable, Sendable {
  /// In characters.
  public static let maxLength = 60

  public let text: String

  /// Blanks around it are not part of it.
  /// - Throws: why nothing can be called so.
  public init(_ typed: String) throws(Fault) {
    let words = typed.drop(while: \.isWhitespace)
    let end = words.lastIndex { !$0.isWhitespace }.map(words.index(after:)) ?? words.startIndex
    text = String(words[..<end])
    guard !text.isEmpty else { throw .isEmpty }
    guard text.count <= Self.maxLength else { throw .isTooLong }
    guard text.escapingControls == text, !text.contains(where: \.isNewline) else { throw .hasControls }
    guard !"@-".contains(text.prefix(1)) else { throw .looksLikeSomethingElse }
  }

  public enum Fault: Error, Hashable, Sendable {
    case isEmpty, isTooLong, hasControls
    /// Like a handle or an option.
    case looksLikeSomethingElse

    /// A sentence without its end.
    public var words: String {
      switch self {
      case .isEmpty: "a name has at least one letter"
      case .isTooLong: "a name has \(AccountName.maxLength) characters at the most"
      case .hasControls: "a name is one line without control characters"
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
