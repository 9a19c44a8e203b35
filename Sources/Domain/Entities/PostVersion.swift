import FoundationEssentials

/// What a post said at one time.
public struct PostVersion: Hashable, Sendable {
  /// Since when.
  public var at: Date?
  public var text: PostText
  public var warning: String?
  public var media: [Media]
  /// What could be answered, where it asked.
  public var pollOptions: [String]

  public init(
    at: Date?, text: PostText, warning: String? = nil, media: [Media] = [], pollOptions: [String] = []
  ) {
    self.at = at
    self.text = text
    self.warning = warning
    self.media = media
    self.pollOptions = pollOptions
  }
}
