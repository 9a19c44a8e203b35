import Domain
import TerminalKit
import TestSupport
import Testing

@testable import PostCell

@MainActor @Suite struct PostActionsTests {
  private final class SpyClipboard: Clipboard {
    var copied: [String] = []
    func copy(_ text: String) { copied.append(text) }
  }

  private let clipboard = SpyClipboard()
  private let opener = SpyLinkOpener()

  /// What is said when something is done with a post.
  private func said(_ act: (PostActions) -> Void) -> [String] {
    var said: [String] = []
    act(
      PostActions(openLink: OpenLink(opener: opener), clipboard: clipboard) { text, isFailure in
        said.append(isFailure ? "failure: \(text)" : text)
      })
    return said
  }

  @Test func `It is said what was copied, not where it went`() {
    let post = Post.fixture(text: "Tea.", url: "https://t.example/1")
    #expect(said { $0.copyText(of: post) } == ["Copied its text."])
    #expect(said { $0.copyAddress(of: post) } == ["Copied its address."])
    #expect(clipboard.copied == ["Tea.", "https://t.example/1"])
  }

  @Test func `What is copied commands no terminal`() {
    _ = said { $0.copyText(of: .fixture(text: "one\u{1B}[31m\ntwo\u{7}")) }
    #expect(clipboard.copied.count == 1)
    let scalars = clipboard.copied.joined().unicodeScalars
    #expect(scalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
    #expect(scalars.contains("\n"))
  }

  @Test func `Without an address there is nothing to open or to copy`() {
    #expect(said { $0.openAddress(of: .fixture()) } == ["This post has no address."])
    #expect(said { $0.copyAddress(of: .fixture()) } == ["This post has no address."])
    #expect(clipboard.copied.isEmpty && opener.opened.isEmpty)
  }

  @Test func `An address opens only where it is one of the web`() {
    #expect(said { $0.openAddress(of: .fixture(url: "https://t.example/1")) } == ["Opening https://t.example/1"])
    #expect(said { $0.open("file:///etc/passwd") } == ["failure: Only http and https open, not file:///etc/passwd"])
    #expect(opener.opened == ["https://t.example/1"])
  }
}
