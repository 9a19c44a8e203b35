/// Details of a link preview in addition to its title, as the source reports them. A class to keep `Media` small,
/// because few attachments are link previews.
public final class LinkCard: Hashable, Sendable {
  /// The name of the site.
  public let site: String?
  /// The author of the page.
  public let author: String?
  /// The beginning or a summary of the page.
  public let summary: String?

  /// nil if all are empty.
  public init?(site: String? = nil, author: String? = nil, summary: String? = nil) {
    let (site, author, summary) = (LinkCard.text(site), LinkCard.text(author), LinkCard.text(summary))
    guard site != nil || author != nil || summary != nil else { return nil }
    self.site = site
    self.author = author
    self.summary = summary
  }

  private static func text(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }

  public static func == (one: LinkCard, other: LinkCard) -> Bool {
    one.site == other.site && one.author == other.author && one.summary == other.summary
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(site)
    hasher.combine(author)
    hasher.combine(summary)
  }
}
