/// Details about how a post was written, shown in its detail view.
public struct PostDetails: Hashable, Sendable {
  /// The language that the author chose, by ISO 639: `en`.
  public var language: String?
  /// The name of the app that it was written with.
  public var application: String?
  /// Whether the author is a bot.
  public var isAutomated: Bool

  /// nil if all are empty.
  public init?(language: String? = nil, application: String? = nil, isAutomated: Bool = false) {
    guard language != nil || application != nil || isAutomated else { return nil }
    self.language = language
    self.application = application
    self.isAutomated = isAutomated
  }
}
