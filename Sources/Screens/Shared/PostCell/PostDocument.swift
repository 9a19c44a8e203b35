import Domain
import TerminalKit

/// A post as plain text for a pager or editor. Nothing is cut, folded or wrapped. It contains no control
/// characters.
enum PostDocument {
  static func text(of post: Post) -> String {
    let parts = [heading(of: post), body(of: post), media(of: post), poll(of: post), quote(of: post)]
    return TextLayout.sanitized(parts.filter { !$0.isEmpty }.joined(separator: "\n\n")) + "\n"
  }

  /// Author, reposter, time and address.
  private static func heading(of post: Post) -> String {
    let handle = PostCellViewModel.handle(of: post.author)
    let byline = [PostCellViewModel.name(of: post.author), handle].filter { !$0.isEmpty }.joined(separator: " · ")
    let repost = post.repost.map { "reposted by \($0.by?.nameAndHandle ?? "someone")" }
    let date = post.createdAt.map { LocalTime.exact($0) }
    return lines([byline, repost, date, post.url])
  }

  private static func body(of post: Post) -> String {
    lines([post.warning.map { "Warning: \($0)" }, post.text.plain])
  }

  private static func media(of post: Post) -> String {
    lines(post.media.map { lines([PostCellViewModel.caption($0).text, $0.kind == .link ? nil : $0.url]) })
  }

  private static func poll(of post: Post) -> String {
    lines(
      (post.poll?.options ?? []).map { option in
        let votes = option.votes.map { ": " + PostCellViewModel.count($0, "vote", "votes") } ?? ""
        return "○ \(option.title)\(votes)"
      })
  }

  private static func quote(of post: Post) -> String {
    switch post.quote {
    case .shown(let quoted):
      let text = [heading(of: quoted), body(of: quoted), media(of: quoted)].filter { !$0.isEmpty }
      let lines = text.joined(separator: "\n\n").split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      return lines.map { "│ \($0)" }.joined(separator: "\n")
    case .unavailable(_, let reason): return "The quoted post \(reason.clause)."
    case nil: return ""
    }
  }

  private static func lines(_ parts: [String?]) -> String {
    parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
