import Domain
import PostCell
import TerminalKit
import TestSupport
import Testing

/// Names cannot imitate or displace the handle.
@MainActor @Suite struct HandlePositionTests {
  private nonisolated static let handle = "eve@bad.example"
  private nonisolated static let names =
    [" ", "\u{A0}", "\u{3000}", "\u{2800}", "\u{3164}", "漢", "x ", "\u{5D0}", "\u{200B} "].map { filling in
      "Ada  @ada@good.example" + String(repeating: filling, count: 300) + "."
    } + ["Ada  @ada@good.example"]

  init() { UTF8Locale.set() }

  private func post(_ name: String, _ quote: Quote? = nil) -> Post {
    .fixture(
      author: Profile(handle: Self.handle, name: name), createdAt: .noon.minutesAgo(2), text: "One.", quote: quote)
  }

  @Test(arguments: [80, 40, 20], names) func `In lists and full posts the handle precedes the age`(
    width: Int, name: String
  ) {
    for density in [Density.comfortable, .compact] {
      let cell = PostCellViewModel(post(name), now: .noon, density: density)
      #expect(cell.lines(width: width)[0].endsWithHandle(before: "2m"), "\(density)")
    }
    let full = PostCellViewModel(full: post(name), now: .noon, isRevealed: true)
    #expect(full.lines(width: width)[0].endsWithHandle(before: "2m"))
  }

  @Test(arguments: [80, 40, 20], names) func `In quotes the handle ends the line`(width: Int, name: String) throws {
    let cell = PostCellViewModel(.fixture(quote: .shown(post(name))), now: .noon)
    let line = try #require(cell.lines(width: width).first { $0.plain.hasPrefix("│ ") })
    #expect(line.endsWithHandle(before: ""))
  }

  @Test(arguments: names) func `A cell of one line never shows a name that looks like a handle`(name: String) {
    let line = PostCellViewModel(post(name), now: .noon, density: .line).lines(width: 80)[0]
    #expect(!line.plain.contains("@ada") && line.plain.hasPrefix("@eve@bad.example"))
  }

  @Test(arguments: names) func `Reposts and notifications show the handle after the name`(name: String) {
    let eve = Profile(handle: Self.handle, name: name)
    var post = Post.fixture(repost: Repost(by: eve))
    #expect(PostCellViewModel(post, now: .noon).remarks.first?.hasSuffix(" @\(Self.handle)") == true)
    post.repost = nil
    post.notification = PostNotification(id: "n", kind: .favourite, profiles: [eve], at: nil)
    #expect(PostCellViewModel(post, now: .noon).remarks.first?.hasSuffix(" @\(Self.handle) liked this") == true)
  }
}

extension StyledText {
  /// Whether the complete handle, in its own style, is the last text before the age.
  fileprivate func endsWithHandle(before age: String) -> Bool {
    let spans = spans.filter { $0.text.contains { $0 != " " } }
    guard let index = spans.lastIndex(where: { $0.text.contains("@eve@bad.example") && $0.style == .muted }) else {
      return false
    }
    return spans[(index + 1)...].map(\.text).joined() == age && !spans[index].text.contains("good")
  }
}
