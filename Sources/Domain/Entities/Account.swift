/// Names an account across starts: `demo:ada@demo`, `file:/home/ada/tweets.js`.
public struct AccountID: Hashable, Sendable {
  public let rawValue: String

  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }
}

/// Someone, or some file, whose timelines can be read.
public struct Account: Hashable, Sendable {
  public enum Access: Hashable, Sendable {
    /// Opens at once.
    case open
    /// Asks for a password first.
    case password
  }

  public var id: AccountID
  public var profile: Profile
  /// Where it comes from, for people: `demo`, or a file's path.
  public var source: String
  /// One sentence that its owner wrote about it, for the list of accounts.
  public var note: String?
  public var access: Access

  public init(id: AccountID, profile: Profile, source: String, note: String? = nil, access: Access = .open) {
    self.id = id
    self.profile = profile
    self.source = source
    self.note = note
    self.access = access
  }
}

extension Account {
  /// What the account is called in a sentence: `@ada@demo`, or the name of a file that does not say whose it is.
  public var label: String { profile.label }

  /// Whether it is a file that was opened by hand.
  public var isFile: Bool { id.rawValue.hasPrefix("file:") }
}

extension Profile {
  /// `@ada@demo`; the name where there is no handle.
  public var label: String { handle.isEmpty ? name : "@\(handle)" }

  /// `Ada · @ada@demo`; the label where there is nothing more to say.
  public var nameAndLabel: String { name.isEmpty || name == label ? label : "\(name) · \(label)" }
}
