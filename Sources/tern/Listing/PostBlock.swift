import Domain
import FoundationEssentials
import PostCell
import TerminalKit

/// A post as it stands in a list.
enum PostBlock {
  /// A post as a block of plain text with an empty line after it: the lines of its cell, whole and unfolded, with the
  /// time instead of the age.
  @MainActor
  static func text(for post: Post) -> String {
    var post = post
    // Nobody can follow a shortened address in a list.
    post.text = PostText([.text(post.text.plain)])
    var cell = PostCellViewModel(post, now: .distantPast, isRevealed: true)
    cell.age = post.shownDate.map(LocalTime.minute) ?? ""
    cell.warning = nil
    var lines = PostCellLayout(width: PostCellLayout.maxTextWidth, isComplete: true).lines(of: cell).map(\.plain)
    if let warning = post.warning { lines.insert("Warning: \(warning)", at: 1) }
    return lines.map(sanitizedLine).joined(separator: "\n") + "\n\n"
  }

  /// What a cell's lines leave to the canvas: nothing in them may drive the terminal that the list is printed on.
  @MainActor
  private static func sanitizedLine(_ line: String) -> Substring {
    TextLayout.sanitized(line).split(whereSeparator: \.isNewline).joined(separator: " ").trimmedEnd
  }
}
