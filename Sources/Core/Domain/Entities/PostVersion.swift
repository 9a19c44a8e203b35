import FoundationEssentials

/// One version of an edited post.
public struct PostVersion: Hashable, Sendable {
  /// When this version was published.
  public var at: Date?
  public var text: PostText
  public var warning: String?
  public var media: [Media]
  /// The options of its poll, if it had one.
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
