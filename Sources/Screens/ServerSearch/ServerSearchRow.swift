import PostCell
import TerminalKit

/// A profile, a hashtag or a post.
struct ServerSearchRow: Hashable, Sendable {
  enum Content: Hashable, Sendable {
    /// `bio` is the biography, `relationship` the relationship of the user with the account in words; empty if unknown.
    case profile(name: String, handle: String, bio: String, relationship: String)
    /// “#loom”, “used 12 times recently · followed”.
    case tag(name: String, facts: String)
    case post(PostCellViewModel)
    /// A page, “The Timeline Times · shared by 12 people”, and the beginning of its text; both may be empty.
    case link(title: String, facts: String, summary: String, url: String)
  }

  var id: String
  /// “Profiles”, above the first row of each kind.
  var heading: String?
  var content: Content

  /// nil if the row is not a post. A page has no actions of posts.
  var post: PostCellViewModel? {
    if case .post(let post) = content { post } else { nil }
  }
}

extension ServerSearchRow: CellRow {
  /// The whole biography is on the profile screen.
  private static let maxBioLines = 2

  var nextAgeChange: Duration? { post?.nextAgeChange }

  func layout(width: Int, pictureHeight: Int) -> RowLayout {
    post?.layout(width: width, pictureHeight: pictureHeight) ?? RowLayout(lines: lines(width: width))
  }

  func lines(width: Int) -> [StyledText] {
    switch content {
    case .profile(let name, let handle, let bio, let relationship):
      let byline = TextLayout.joined(StyledText(name, .bold), StyledText(handle, .muted), width: width)
      return [byline] + Self.summary(bio, width: width)
        + (relationship.isEmpty ? [] : TextLayout.wrap(StyledText(relationship, .notice), width: width))
    case .tag(let name, let facts):
      return TextLayout.wrap(StyledText(name, .link), width: width)
        + (facts.isEmpty ? [] : TextLayout.wrap(StyledText(facts, .muted), width: width))
    case .link(let title, let facts, let summary, let url):
      return TextLayout.wrap(StyledText(title, .link, target: .link(url)), width: width)
        + (facts.isEmpty ? [] : TextLayout.wrap(StyledText(facts, .muted), width: width))
        + Self.summary(summary, width: width)
    case .post(let post): return post.lines(width: width)
    }
  }

  /// The first lines of the text.
  @MainActor
  private static func summary(_ text: String, width: Int) -> [StyledText] {
    guard !text.isEmpty else { return [] }
    let all = TextLayout.wrap(StyledText(text, .muted), width: width)
    let shown = all.prefix(maxBioLines)
    return all.count > shown.count ? shown.dropLast() + [cut(all, width: width)] : Array(shown)
  }

  private static func cut(_ lines: [StyledText], width: Int) -> StyledText {
    TextLayout.truncate(lines[maxBioLines - 1] + StyledText(" ") + lines[maxBioLines], to: width)
  }
}
