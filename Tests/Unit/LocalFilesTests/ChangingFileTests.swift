import Domain
import FolderSupport
import Formats
import Foundation
import TestSupport
import Testing

@testable import LocalFiles

/// Files that change while they are read, after their first posts.
struct ChangingFileTests {
  /// In bytes; more than one read returns.
  private static let lineLength = 1_000
  private static let count = 1_000
  /// The minimum that is read before the change.
  private static let cut = 600_000

  private let folder = TemporaryFolder()
  private let path: String

  init() throws {
    path = folder.path(of: "posts.jsonl")
    try folder.write(Self.lines(0..<Self.count), to: "posts.jsonl")
  }

  private static func lines(_ numbers: Range<Int>) -> String {
    numbers.map { number in
      let line = #"{"id": "\#(number)", "text": ""#
      return line + String(repeating: "a", count: lineLength - line.utf8.count - 3) + "\"}\n"
    }.joined()
  }

  /// Reads the file, and changes it after its first posts.
  private func read(
    _ names: String..., change: @escaping () throws -> Void
  ) throws -> (document: TimelineDocument, fractions: [Double]) {
    var isChanged = false
    var fractions: [Double] = []
    let paths = names.isEmpty ? [path] : names.map(folder.path)
    let document = try TimelineFile(paths: paths, now: .noon).read { part in
      fractions += part.progress.fraction.map { [$0] } ?? []
      guard !isChanged else { return }
      isChanged = true
      #expect(throws: Never.self) { try change() }
    }
    #expect(isChanged)
    return (document, fractions)
  }

  /// The numbers of the posts; nil if one is missing or in another order.
  private func numbers(_ document: TimelineDocument) -> Range<Int>? {
    let posts = document.timelines[0].posts
    return ids(posts) == posts.indices.map(String.init) ? posts.indices : nil
  }

  private func append(_ text: String) throws {
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.seekToEnd()
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
  }

  @Test func `A growing file is read completely, and progress stays below 100 %`() throws {
    let (document, fractions) = try read { try append(Self.lines(Self.count..<2 * Self.count)) }
    #expect(numbers(document) == 0..<2 * Self.count)
    #expect(document.skipped == nil)
    #expect(fractions == fractions.sorted())
    #expect(fractions.last == 1)
  }

  @Test func `A file truncated between two posts ends there`() throws {
    let (document, fractions) = try read { #expect(truncate(path, off_t(Self.cut)) == 0) }
    #expect(numbers(document) == 0..<Self.cut / Self.lineLength)
    #expect(document.skipped == nil)
    #expect(fractions.allSatisfy { 0...1 ~= $0 })
  }

  @Test func `A file truncated within a post gives the earlier posts and the location`() throws {
    let (document, _) = try read { #expect(truncate(path, off_t(Self.cut + 40)) == 0) }
    let whole = Self.cut / Self.lineLength
    #expect(numbers(document) == 0..<whole)
    #expect(document.skipped?.count == 1)
    #expect(document.skipped?.first.path == path)
    #expect(document.skipped?.first.line == whole + 1)
  }

  @Test func `An emptied file gives the posts read so far`() throws {
    let (document, _) = try read { #expect(truncate(path, 0) == 0) }
    let count = try #require(numbers(document)).count
    #expect((1..<Self.count).contains(count))
  }

  @Test func `A deleted file is read to its end`() throws {
    let (document, _) = try read { #expect(unlink(path) == 0) }
    #expect(numbers(document) == 0..<Self.count)
    #expect(document.skipped == nil)
    #expect(throws: TimelineError.fileMissing(path: path)) { try TimelineFile(paths: [path], now: .noon).read() }
  }

  @Test func `A replaced file is read to its end`() throws {
    try folder.write(Self.lines(5000..<5001), to: "other.jsonl")
    let (document, _) = try read { #expect(rename(folder.path(of: "other.jsonl"), path) == 0) }
    #expect(numbers(document) == 0..<Self.count)
    let again = try TimelineFile(paths: [path], now: .noon).read()
    #expect(ids(again.timelines[0].posts) == ["5000"])
  }

  @Test func `A file replaced by a pipe is read to its end without waiting`() throws {
    let (document, _) = try read { try replaceByPipe("posts.jsonl") }
    #expect(numbers(document) == 0..<Self.count)
    #expect(throws: TimelineError.fileUnreadable(path: path, reason: "Is a pipe, not a file")) {
      try TimelineFile(paths: [path], now: .noon).read()
    }
  }

  @Test func `A next file replaced by a pipe is not waited for`() throws {
    try folder.write(Self.lines(5000..<5001), to: "next.jsonl")
    let next = folder.path(of: "next.jsonl")
    #expect(throws: TimelineError.fileUnreadable(path: next, reason: "Is a pipe, not a file")) {
      _ = try read("posts.jsonl", "next.jsonl") { try replaceByPipe("next.jsonl") }
    }
  }

  @Test func `A deleted next file is missing`() throws {
    try folder.write(Self.lines(5000..<5001), to: "next.jsonl")
    let next = folder.path(of: "next.jsonl")
    #expect(throws: TimelineError.fileMissing(path: next)) {
      _ = try read("posts.jsonl", "next.jsonl") { #expect(unlink(next) == 0) }
    }
  }

  private func replaceByPipe(_ name: String) throws {
    let path = folder.path(of: name)
    #expect(unlink(path) == 0)
    #expect(mkfifo(path, 0o600) == 0)
  }
}
