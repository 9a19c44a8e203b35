import Domain
import TestSupport
import Testing

@testable import Formats

/// Recognition of formats, and errors for unknown ones.
struct PostFileReaderTests {
  private let formats = ["Tern", "X archive", "Mastodon", "Mastodon archive", "X API v1.1", "X API v2", "Bluesky"]

  @Test(arguments: ["", " \n\t", "\u{FEFF}"])
  func `an empty file has no posts`(text: String) throws {
    #expect(try parse(text).timelines.allSatisfy(\.posts.isEmpty))
  }

  @Test func `a script without posts is reported as damaged`() {
    let text = "window.YTD.tweets.part0 = "
    let place = FileLocation(path: "file", line: 1, column: 1, expected: "posts, but the file is empty")
    #expect(throws: TimelineError.fileDamaged(place)) { try parse(text) }
  }

  @Test(arguments: [
    "hello", "null", "42", #""text""#, "<!DOCTYPE html>", "{}", #"{"a": 1}"#, "[1, 2]", "[{}]",
    "window.YTD.account.part0 = [ {\"account\": {\"email\": \"a@b.example\"}} ]",
  ])
  func `an unknown format lists the known ones`(text: String) {
    #expect(throws: TimelineError.unknownFormat(path: "file", formats: formats)) { try parse(text) }
  }

  @Test(arguments: [
    ("{", 1, 2, "a key in quotes"), ("\n\n  {\"tern", 3, 9, "a closing quote"), ("[\n{\"a\": }]", 2, 7, "a value"),
    ("\u{FEFF}{oops}", 1, 2, "a key in quotes"),
  ])
  func `damage before the first post has line and column`(
    text: String, line: Int, column: Int, expected: String
  ) {
    let place = FileLocation(path: "file", line: line, column: column, expected: expected)
    #expect(throws: TimelineError.fileDamaged(place)) { try parse(text) }
  }

  @Test(arguments: [
    (#"{"error": "The access token is invalid"}"#, "The access token is invalid"),
    (#"{"error": "ExpiredToken", "message": "Token has expired"}"#, "Token has expired"),
    (#"{"error": "invalid_grant", "error_description": "Wrong code"}"#, "Wrong code"),
    (#"{"error": {"code": 1, "message": "No"}}"#, "No"),
    (
      #"{"errors": [{"code": 88, "message": "Rate limit exceeded"}, {"detail": "Later"}]}"#,
      "Rate limit exceeded; Later"
    ),
    (#"{"error": "検証に失敗しました"}"#, "検証に失敗しました"), (#"{"errors": "Not now"}"#, "Not now"),
  ])
  func `an error response is reported with its message`(text: String, message: String) {
    #expect(throws: TimelineError.errorDocument(path: "file", message: message)) { try parse(text) }
  }

  @Test func `UTF-16 is read like UTF-8`() throws {
    let text = #"{"tern": 1, "timelines": [{"name": "Home", "posts": [{"id": "1", "text": "Grüße 😀"}]}]}"#
    let little = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    for bytes in [little, big, [0xFF, 0xFE] + little, [0xFE, 0xFF] + big] {
      let document = try parse(bytes: bytes)
      #expect(document.timelines.first?.posts.first?.text.plain == "Grüße 😀")
    }
  }

  @Test(arguments: [
    #"{"id": "0", "created_at": "2020-"#, #"{"id": "0", "created_at": oops}"#, #"{"id": "0", "account": {"acct": "a""#,
  ])
  func `a damaged first line is skipped`(first: String) throws {
    let good = #"{"id": "1", "created_at": "2026-01-01T00:00:00Z", "account": {"acct": "ada"}, "content": "hi"}"#
    let document = try parse(first + "\n" + good + "\n" + good.replacing("\"1\"", with: "\"2\""))
    #expect(ids(document.timelines[0].posts) == ["1", "2"])
    #expect(document.skipped?.count == 1)
    #expect(document.skipped?.first.line ?? 0 <= 2)
  }

  @Test func `a truncated document is not a line of posts`() throws {
    let document = try parse(
      """
      {"feed": [
      {"post": {"uri": "at://a/app.bsky.feed.post/1", "record": {"text": "one"}}},
      {"post": {"uri": "at://a/app.bsky.feed.post/2", "record": {"te
      """)
    #expect(document.timelines[0].posts.map(\.text.plain) == ["one"])
    #expect(document.skipped?.count == 1)
  }

  @Test func `a stream may begin with any number of messages`() throws {
    let notices = (0..<20).map { #"{"delete": {"status": {"id": \#($0)}}}"# + "\n" }.joined()
    let document = try parse(#"{"friends": [1]}"# + "\n" + notices + #"{"id_str": "1", "text": "at last", "user": {}}"#)
    #expect(ids(document.timelines[0].posts) == ["1"])
    #expect(document.skipped == nil)
  }

  @Test func `Tern's posts and archived tweets may be in a plain array`() throws {
    #expect(ids(try parse(#"[{"id": "1", "text": "a"}, {"id": "2", "text": "b"}]"#).timelines[0].posts) == ["1", "2"])
    for text in [
      #"[{"tweet": {"id": "1"}}, {"tweet": {"id": "2"}}]"#,
      "{\"tweet\": {\"id\": \"1\"}}\n{\"tweet\": {\"id\": \"2\"}}",
    ] {
      #expect(ids(try parse(text).timelines[0].posts) == ["1", "2"])
    }
  }
}
