import Domain
import Formats
import FoundationEssentials
import LocalFiles
import PostCell
import TerminalKit
import TestSupport

/// Invariants for all files.
public enum FuzzCheck {
  public struct Violation: Error, CustomStringConvertible {
    public let description: String
  }

  /// The outcome for a file without violations.
  public enum Outcome: Hashable, Sendable {
    case posts, skippedPosts, empty, error
  }

  /// Noon, in 2026.
  private static let now = Date(timeIntervalSince1970: 1_795_176_000)
  /// The time limit for a file of a few kilobytes, in seconds.
  private static let maxLength = 5.0

  /// Reads a file in all ways and checks the results.
  @MainActor
  public static func run(path: String) throws -> Outcome {
    let start = ContinuousClock.now
    let outcome = try inspect(at: path)
    let taken = ContinuousClock.now - start
    if taken > .seconds(maxLength) { throw Violation(description: "it takes \(taken)") }
    return outcome
  }

  @MainActor
  private static func inspect(at path: String) throws -> Outcome {
    let file = TimelineFile(paths: [path], now: now)
    let document: TimelineDocument
    do throws(TimelineError) {
      document = try file.read()
    } catch {
      try requireHarmless("\(error)")
      return .error
    }
    for timeline in document.timelines { try check(timeline.posts) }
    try check(document.threadOnlyPosts)
    try compareStream(of: file, with: document)
    if document.skipped != nil { return .skippedPosts }
    return document.timelines.allSatisfy(\.posts.isEmpty) ? .empty : .posts
  }

  @MainActor
  private static func check(_ posts: [Post]) throws {
    if Set(posts.map(\.key)).count != posts.count { throw Violation(description: "an entry stands twice") }
    let dates = posts.compactMap(\.timelineDate)
    if zip(dates, dates.dropFirst()).contains(where: { $0 < $1 }) { throw Violation(description: "older posts above") }
    for post in posts {
      try requireHarmless(PostLine.json(post))
      let cell = PostCellViewModel(post, now: now, isRevealed: true)
      for line in PostCellLayout(width: 40).lines(of: cell) { try requireHarmless(TextLayout.sanitized(line.plain)) }
    }
  }

  /// Checks that the streamed posts are those of the complete document.
  private static func compareStream(of file: TimelineFile, with document: TimelineDocument) throws {
    var streamed: [Post] = []
    let end = try file.stream(nil) { posts in
      streamed += posts
      return true
    }
    let shown = document.timelines[0].posts.filter { document.firstLoads[$0.key] == nil }
    if streamed != shown { throw Violation(description: "the stream has other posts") }
    if end.skipped != document.skipped { throw Violation(description: "the stream skips other posts") }
  }

  /// Checks that the text has no terminal control characters.
  private static func requireHarmless(_ text: String) throws {
    for scalar in text.unicodeScalars where scalar == "\t" || Attack.isHarmful(scalar) {
      throw Violation(description: "U+\(String(scalar.value, radix: 16)) comes out")
    }
  }
}
