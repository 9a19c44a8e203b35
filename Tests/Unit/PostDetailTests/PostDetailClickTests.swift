import Domain
import TerminalKit
import TestSupport
import Testing

@testable import PostDetail

/// Clicks on parts of the opened post, with any selection.
@MainActor @Suite struct PostDetailClickTests {
  private let harness: PostDetailHarness
  private let navigator = Navigator()

  init() {
    UTF8Locale.set()
    let poll = Poll(
      options: [.init(title: "Tea", votes: 3), .init(title: "Coffee", votes: 1)], isClosed: false)
    let post = Post.fixture(
      text: "Which?", url: "https://timeline.example/1",
      media: [
        Media(kind: .image, url: "https://pictures.example/1.png", description: "two cups"), Media(kind: .gif),
      ], poll: poll)
    let reply = Post.fixture(id: "2", text: "Neither.")
    let thread = PostThread(post: post, replies: [.init(entry: .post(reply), depth: 0)])
    harness = PostDetailHarness(.init(result: .success(thread)))
  }

  /// Clicks on a word of the screen and returns the addresses that were opened.
  private func click(_ word: String) throws -> [String] {
    let before = harness.opener.opened.count
    let lines = navigator.draw(size: Size(width: 80, height: 30)).lines
    let row = try #require(lines.firstIndex { $0.contains(word) }, "\(word)")
    let start = try #require(lines[row].firstRange(of: word)?.lowerBound)
    let column = TextLayout.width(of: String(lines[row][..<start]))
    navigator.handle(.mouse(MouseEvent(.press(.left), at: Point(row: row, column: column))))
    return Array(harness.opener.opened.dropFirst(before))
  }

  @Test(arguments: [
    ("two cups", ["https://pictures.example/1.png"]), ("Tea", ["https://timeline.example/1"]),
    ("75%", []), ("Coffee", ["https://timeline.example/1"]), ("animation, no", []),
    ("https://timeline.example/1", ["https://timeline.example/1"]), ("Which?", []), ("Neither.", []),
  ])
  func `A click opens an address if there is one`(word: String, opened: [String]) async throws {
    navigator.setRoot(
      PostDetailAssembly.make(
        of: harness.subject, threads: harness.threads, services: harness.services, session: harness.session,
        router: harness.router))
    await harness.settle()
    #expect(try click(word) == opened)
  }
}
