import Domain
import Testing

@testable import Formats

/// Custom emoji, avatars and focal points of statuses.
struct CustomEmojiTests {
  private func status(_ more: String) throws -> Post {
    let value = try JSONValue(whole: Array("{\"id\": \"1\", \(more)}".utf8))
    return try #require(MastodonStatusReader(host: "apex.example").entry(value))
  }

  @Test func `emoji have the image without animation`() throws {
    let post = try status(
      #"""
      "content": "<p>:blobcat: :cup:</p>", "account": {"acct": "ada"},
      "emojis": [{"shortcode": "blobcat", "url": "https://a.example/b.gif", "static_url": "https://a.example/b.png"},
        {"shortcode": "cup", "url": "https://a.example/c.png", "static_url": null}, {"shortcode": "no address"},
        {"shortcode": "a b", "url": "https://a.example/d.png"}, {"shortcode": "x:y", "url": "https://a.example/e"}, 7]
      """#)
    #expect(post.text.plain == ":blobcat: :cup:")
    #expect(post.emojis.map(\.shortcode) == ["blobcat", "cup"])
    #expect(post.emojis.map(\.url) == ["https://a.example/b.png", "https://a.example/c.png"])
  }

  @Test func `an author has an avatar and the emoji of the name`() throws {
    let account =
      #""account": {"acct": "ada", "id": "7", "display_name": "Ada :star:", "avatar": "https://a.example/1.gif","#
    let images = try status(
      account
        + #""avatar_static": "https://a.example/1.png", "emojis": [{"shortcode": "star", "url": "https://a.example/s"}]}"#
    ).author?.images
    #expect(images?.avatar == "https://a.example/1.png" && images?.emojis.map(\.shortcode) == ["star"])
    #expect(try status(account + #""emojis": []}"#).author?.images?.avatar == "https://a.example/1.gif")
    #expect(try status(#""account": {"acct": "ada"}"#).author?.images == nil)
  }

  @Test func `a reader notices a changed avatar`() throws {
    let reader = MastodonStatusReader(host: "apex.example")
    let avatars = try ["1", "2"].map { number in
      let account = #"{"acct": "ada", "id": "7", "avatar": "https://a.example/\#(number).png"}"#
      return reader.profile(try JSONValue(whole: Array(account.utf8)))?.images?.avatar
    }
    #expect(avatars == ["https://a.example/1.png", "https://a.example/2.png"])
  }

  @Test(
    arguments: [
      (#"{"x": 0.5, "y": -0.25}"#, FocalPoint(x: 0.5, y: -0.25)), (#"{"x": 0, "y": 0.0}"#, nil), (#"{"x": 1}"#, nil),
      ("null", nil), (#"{"x": 9e99, "y": -7}"#, FocalPoint(x: 1, y: -1)),
    ] as [(String, FocalPoint?)])
  func `an attachment has a focal point unless it is the middle`(focus: String, point: FocalPoint?) throws {
    let value = try JSONValue(whole: Array(#"{"id": "1", "meta": {"focus": \#(focus)}}"#.utf8))
    #expect(MastodonMedia.focus(of: value) == point)
  }
}
