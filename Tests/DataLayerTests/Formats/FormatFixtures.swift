import Domain

@testable import DataLayer

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// When the files of these tests are opened: 2026-11-20T12:00:00Z.
let opened = Date(timeIntervalSince1970: 1_795_176_000)

func parse(
  _ text: String, path: String = "file", beside siblings: [String: String] = [:]
) throws(TimelineError) -> TimelineDocument {
  try TimelineFile.parse(bytes: Array(text.utf8), path: path, now: opened) { name in
    siblings[name].map { Array($0.utf8) }
  }
}

/// The only post of a file.
func parseOne(_ text: String, beside siblings: [String: String] = [:]) throws -> Post {
  let posts = try parse(text, beside: siblings).timelines.flatMap(\.posts)
  guard let post = posts.first, posts.count == 1 else { throw NotOnePost(count: posts.count) }
  return post
}

struct NotOnePost: Error {
  let count: Int
}

func ids(_ posts: [Post]) -> [String] { posts.map(\.id.rawValue) }

func date(_ text: String) -> Date? { Timestamp.parse(text) }
