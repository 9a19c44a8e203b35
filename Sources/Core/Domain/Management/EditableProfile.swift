/// The user's own profile and posting defaults, as they are edited.
public struct EditableProfile: Hashable, Sendable {
  public struct Field: Hashable, Sendable {
    public var name: String
    public var value: String

    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  public var name: String
  /// The source text of the biography; nil if the server states only its HTML, which cannot be sent back.
  public var bio: String?
  /// The source text of each field; nil if the server states only their HTML. There may be more than
  /// `defaultFieldCount`.
  public var fields: [Field]?
  /// Whether follow requests need approval.
  public var isLocked: Bool
  public var isBot: Bool
  /// The default visibility of posts; nil if the server does not state it.
  public var visibility: Visibility?
  /// The default policy for quotes of posts; nil if the server does not state it.
  public var quotePolicy: QuotePolicy?
  /// The default language of posts; nil for none.
  public var language: String?
  /// Whether media are marked as sensitive by default.
  public var isSensitive: Bool
  /// The path of a picture to upload; nil to keep the current one.
  public var avatar: String?
  public var header: String?

  public init(
    name: String, bio: String? = "", fields: [Field]? = [], isLocked: Bool = false, isBot: Bool = false,
    visibility: Visibility? = nil, quotePolicy: QuotePolicy? = nil, language: String? = nil, isSensitive: Bool = false,
    avatar: String? = nil, header: String? = nil
  ) {
    self.name = name
    self.bio = bio
    self.fields = fields
    self.isLocked = isLocked
    self.isBot = isBot
    self.visibility = visibility
    self.quotePolicy = quotePolicy
    self.language = language
    self.isSensitive = isSensitive
    self.avatar = avatar
    self.header = header
  }

  /// The number of fields that all servers accept (Mastodon's documentation, methods/accounts).
  public static let defaultFieldCount = 4
}
