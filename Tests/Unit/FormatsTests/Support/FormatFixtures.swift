import Domain
import FoundationEssentials
import Runtime
import TestSupport

@testable import Formats

/// Parses text as a file, with other files in its folder.
func parse(
  _ text: String, path: String = "file", beside siblings: [String: String] = [:]
) throws(TimelineError) -> TimelineDocument {
  try parse(bytes: Array(text.utf8), path: path, beside: siblings)
}

func parse(
  bytes: [UInt8], path: String = "file", beside siblings: [String: String] = [:]
) throws(TimelineError) -> TimelineDocument {
  let reading = PostFileReader(
    path: path, now: .noon, smallFiles: SiblingFiles { siblings[$0].map { Array($0.utf8) } }, stop: CancellationFlag())
  var posts = PostCollector()
  try reading.read(TextSource(GzipSource(ChunkedSource(bytes, piece: 1 << 18))), into: &posts)
  if posts.count == 0, let skipped = posts.skipped { throw .fileDamaged(skipped.first) }
  return posts.document()
}

/// The only post of a file.
func parseOne(_ text: String, beside siblings: [String: String] = [:]) throws -> Post {
  let posts = try parse(text, beside: siblings).timelines.flatMap(\.posts)
  guard let post = posts.first, posts.count == 1 else { throw UnexpectedPostCount(count: posts.count) }
  return post
}

struct UnexpectedPostCount: Error {
  let count: Int
}

func date(_ text: String) -> Date? { Timestamp.parse(text) }
