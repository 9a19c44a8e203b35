import Domain
import Foundation
import Testing

@Suite("Bytes of strings")
struct TextBytesTests {
  @Test("A byte is found in a string and only inside a substring")
  func found() {
    let text = "RT @ada: 1 & 2 … 😀"
    for byte in UInt8.min...UInt8.max {
      #expect(text.contains(byte: byte) == text.utf8.contains(byte), "\(byte)")
      #expect(text.dropFirst(4).contains(byte: byte) == text.utf8.dropFirst(4).contains(byte), "\(byte)")
      #expect(text.prefix(8).contains(byte: byte) == text.utf8.prefix(8).contains(byte), "\(byte)")
      #expect(!"".contains(byte: byte))
    }
  }

  @Test("ASCII letters form the same words in hashtags")
  func tagOfASCII() {
    #expect(NamesInText.tags(in: "#Ada_99 x#no /#no (#Caf\u{E9}!) #A$b") == [["ada", "99"], ["cafe"], ["a"]])
    #expect(NamesInText.containsTag(["ada", "99"], in: "see #ADA_99, please"))
    #expect(!NamesInText.containsTag(["ada"], in: "see #ADA_99, please"))
  }

  @Test("A post is a repost by the start of its text, with or without links")
  func reposts() {
    func isRepost(_ runs: PostText.Run...) -> Bool { Post(id: PostID("1"), text: PostText(runs)).isRepost }
    let name = PostText.Run.link(Link(url: "https://example.org/@ada", text: "@ada"))
    #expect(isRepost(.text("RT @ada: hello")))
    #expect(isRepost(.text("RT "), name, .text(": hello")))
    #expect(isRepost(.text(""), .text("RT @ada: hello")))
    #expect(!isRepost(name, .text("RT @ada")))
    #expect(!isRepost(.text("R"), .text("T"), name))
    #expect(!isRepost(.text("Rust @ada")))
    #expect(!isRepost())
  }
}
