/// A server's description of itself: name, rules, contact, limits.
public struct ServerDescription: Hashable, Sendable {
  /// The name of the server.
  public var title: String
  /// The version as the server states it: `4.6.0`.
  public var version: String?
  /// As plain text.
  public var about: String?
  public var rules: [Rule]
  /// The e-mail address of the administrators.
  public var email: String?
  /// The account of an administrator.
  public var contact: Profile?
  /// The number of accounts that were active in the last month; nil if not stated.
  public var activeUsers: Int?
  /// The number of registered accounts; nil if not stated.
  public var users: Int?
  /// By ISO 639.
  public var languages: [String]
  public var limits: PostLimits
  /// Whether posts can be translated.
  public var translates: Bool

  public struct Rule: Hashable, Sendable {
    public var text: String
    /// An explanation.
    public var hint: String?

    public init(_ text: String, hint: String? = nil) {
      self.text = text
      self.hint = hint
    }
  }

  public init(
    title: String, version: String? = nil, about: String? = nil, rules: [Rule] = [], email: String? = nil,
    contact: Profile? = nil, activeUsers: Int? = nil, users: Int? = nil, languages: [String] = [],
    limits: PostLimits = PostLimits(), translates: Bool = false
  ) {
    self.title = title
    self.version = version
    self.about = about
    self.rules = rules
    self.email = email
    self.contact = contact
    self.activeUsers = activeUsers
    self.users = users
    self.languages = languages
    self.limits = limits
    self.translates = translates
  }
}
