import Domain
import Foundation
import Testing

@Suite("Bytes of texts")
struct TextBytesTests {
  @Test("A byte is found wherever it stands, and not where it stands outside the part")
  func found() {
    let text = "RT @ada: 1 & 2 … 😀"
    for byte in UInt8.min...UInt8.max {
      #expect(text.holds(byte) == text.utf8.contains(byte), "\(byte)")
      #expect(text.dropFirst(4).holds(byte) == text.utf8.dropFirst(4).contains(byte), "\(byte)")
      #expect(text.prefix(8).holds(byte) == text.utf8.prefix(8).contains(byte), "\(byte)")
      #expect(!"".holds(byte))
    }
  }

  @Test("Letters of ASCII make the same words in a tag as in any other place")
  func tagOfASCII() {
    #expect(NamesInText.tags(in: "#Ada_99 x#no /#no (#Caf\u{E9}!) #A$b") == [["ada", "99"], ["cafe"], ["a"]])
    #expect(NamesInText.tag(["ada", "99"], isIn: "see #ADA_99, please"))
    #expect(!NamesInText.tag(["ada"], isIn: "see #ADA_99, please"))
  }

  @Test("A post is a repost by what its text begins with, whatever part of it is a link")
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
