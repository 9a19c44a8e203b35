/// A post translated by its server.
public struct PostTranslation: Hashable, Sendable {
  public var text: PostText
  /// nil if the post has no content warning.
  public var warning: String?
  /// The titles of the poll options, in order; empty if there is no poll.
  public var pollOptions: [String]
  /// The language that was translated from, by ISO 639: `de`; nil if unknown.
  public var sourceLanguage: String?
  /// The name of the translation service; nil if unknown.
  public var provider: String?

  public init(
    text: PostText, warning: String? = nil, pollOptions: [String] = [], sourceLanguage: String? = nil,
    provider: String? = nil
  ) {
    self.text = text
    self.warning = warning
    self.pollOptions = pollOptions
    self.sourceLanguage = sourceLanguage
    self.provider = provider
  }
}

extension Post {
  /// The post with the text of a translation.
  public func translated(_ translation: PostTranslation) -> Post {
    var post = self
    if !translation.text.isEmpty { post.text = translation.text }
    if warning != nil, let words = translation.warning { post.warning = words }
    for (index, title) in translation.pollOptions.enumerated() where post.poll?.options.indices.contains(index) == true
    {
      post.poll?.options[index].title = title
    }
    return post
  }
}
