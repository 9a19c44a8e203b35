import PostCell
import TerminalKit

/// What the server has found, as it is drawn.
struct ServerSearchViewModel: Hashable, Sendable {
  var rows: [ServerSearchRow]
  var selection: Int
  /// What stands below the last row.
  var footer: String
}

/// The first line: what was looked for, where, and who reads.
struct ServerSearchHeader: Hashable, Sendable {
  /// “loom at timeline.example”.
  var title: String
  /// “Ada · @ada@timeline.example”.
  var account: String
  /// “@ada@timeline.example”.
  var label: String
}

/// Somebody, a tag or a post.
struct ServerSearchRow: Hashable, Sendable {
  enum Content: Hashable, Sendable {
    /// With the beginning of what they say of themselves.
    case person(name: String, handle: String, bio: String)
    /// “#loom”, “used 12 times lately · you follow it”.
    case tag(name: String, facts: String)
    case post(PostCellViewModel)
  }

  var id: String
  /// Where another kind of match begins: “People”.
  var heading: String?
  var content: Content

  /// nil where the row is none.
  var post: PostCellViewModel? {
    if case .post(let post) = content { post } else { nil }
  }
}

extension ServerSearchRow: CellRow {
  /// A biography is read on its own screen.
  private static let maxBioLines = 2

  func lines(width: Int) -> [StyledText] {
    switch content {
    case .person(let name, let handle, let bio):
      let who = TextLayout.joined(StyledText(name, .bold), StyledText(handle, .muted), width: width)
      let about = TextLayout.wrap(StyledText(bio, .muted), width: width)
      let shown = about.prefix(Self.maxBioLines)
      let cut = about.count > shown.count ? [Self.cut(about, width: width)] : []
      return [who] + (bio.isEmpty ? [] : shown.dropLast(cut.count) + cut)
    case .tag(let name, let facts):
      return TextLayout.wrap(StyledText(name, .link), width: width)
        + (facts.isEmpty ? [] : TextLayout.wrap(StyledText(facts, .muted), width: width))
    case .post(let post): return post.lines(width: width)
    }
  }

  private static func cut(_ lines: [StyledText], width: Int) -> StyledText {
    TextLayout.truncate(lines[maxBioLines - 1] + StyledText(" ") + lines[maxBioLines], to: width)
  }
}
