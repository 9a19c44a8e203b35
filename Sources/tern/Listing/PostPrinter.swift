import Domain
import Formats

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
