import Domain

@testable import DataLayer

import FoundationEssentials

/// When the files of these tests are opened: 2026-11-20T12:00:00Z.
let opened = Date(timeIntervalSince1970: 1_795_176_000)

/// Reads a file with that text, in a folder with those others.
func parse(
  _ text: String, path: String = "file", beside siblings: [String: String] = [:]
) throws -> TimelineDocument {
  try parse(bytes: Array(text.utf8), path: path, beside: siblings)
}

func parse(
  bytes: [UInt8], path: String = "file", beside siblings: [String: String] = [:]
) throws -> TimelineDocument {
  let folder = try TemporaryFolder()
  let parent = path.split(separator: "/").dropLast().map { $0 + "/" }.joined()
  try folder.write(bytes, to: path)
  for (name, text) in siblings { try folder.write(text, to: parent + name) }
  do throws(TimelineError) {
    var document = try TimelineFile(paths: [folder.path(of: path)], now: opened).read()
    document.skipped?.first.path.removeFirst(folder.path(of: "").count)
    return document
  } catch {
    throw error.named(path)
  }
}

extension TimelineError {
  /// The same of a file by another name.
  func named(_ path: String) -> TimelineError {
    switch self {
    case .fileMissing: .fileMissing(path: path)
    case .fileUnreadable(_, let reason): .fileUnreadable(path: path, reason: reason)
    case .fileDamaged(let place):
      .fileDamaged(FileLocation(path: path, line: place.line, column: place.column, expected: place.expected))
    case .errorDocument(_, let message): .errorDocument(path: path, message: message)
    case .unknownFormat(_, let formats): .unknownFormat(path: path, formats: formats)
    default: self
    }
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
