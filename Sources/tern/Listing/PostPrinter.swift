import Domain
import Formats
import FoundationEssentials
import PostCell
import TerminalKit

/// Prints posts to standard output until there are enough of them, or nobody reads on.
@MainActor
final class PostPrinter {
  private(set) var isEmpty = true
  /// Why nothing more can be printed, though somebody wants it.
  private(set) var failure: Failure?
  private var left: Int
  private var isReaderGone = false
  private let format: OutputOptions.Format

  init(limit: Int?, format: OutputOptions.Format) {
    left = limit ?? .max
    // Who wants no posts is not told that there are none.
    if left == 0 { isEmpty = false }
    self.format = format
  }

  var wantsMore: Bool { left > 0 && !isReaderGone && failure == nil }

  /// - Returns: whether more is wanted.
  func print(_ posts: some Sequence<Post>) -> Bool {
    do throws(Failure) {
      for post in posts where wantsMore {
        isEmpty = false
        left -= 1
        isReaderGone = try !StandardStream.output.write(line(for: post))
      }
    } catch {
      failure = error
    }
    return wantsMore
  }

  private func line(for post: Post) -> String {
    switch format {
    case .text: PostBlock.text(for: post)
    // What is spelled in another way would be another post, or no JSON any more.
    case .jsonl: (StandardStream.output.isForeign ? PostLine.json(post).jsonInASCII : PostLine.json(post)) + "\n"
    }
  }
}

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
