/// What a source tells of how a post was written. It is shown where the post is open.
public struct PostDetails: Hashable, Sendable {
  /// As its author says, by ISO 639: `en`.
  public var language: String?
  /// The program that it was written with.
  public var application: String?
  /// Whether its author is a program.
  public var isAutomated: Bool

  /// nil where there is nothing to tell.
  public init?(language: String? = nil, application: String? = nil, isAutomated: Bool = false) {
    guard language != nil || application != nil || isAutomated else { return nil }
    self.language = language
    self.application = application
    self.isAutomated = isAutomated
  }
}
