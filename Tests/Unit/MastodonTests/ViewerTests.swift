import Domain
import Formats
import Foundation
import TestSupport
import Testing

@testable import Mastodon

/// The user's state of a post in responses.
struct ViewerTests {
  private func post(_ more: String, host: String? = "timeline.example") throws -> Post {
    let value = try JSONValue(whole: Array(status("1", more).utf8))
    return try #require(MastodonStatusReader(host: host).entry(value))
  }

  @Test(arguments: [
    (#""favourited": true, "reblogged": false, "bookmarked": false, "muted": false"#, ViewerState(isFavourite: true)),
    (#""favourited": false, "reblogged": true"#, ViewerState(isReposted: true)),
    (#""bookmarked": true, "favourited": null"#, ViewerState(isBookmarked: true)),
    (#""muted": true"#, ViewerState(isThreadMuted: true)),
    (#""favourited": false, "reblogged": false, "bookmarked": false, "muted": false"#, ViewerState()),
    (#""favourited": null, "reblogged": null"#, nil),
    (#""favourited": {}, "reblogged": "perhaps""#, nil),
    (#""language": "en""#, nil),
  ])
  func `a response has the user's state`(more: String, expected: ViewerState?) throws {
    #expect(try post(more).viewer == expected)
  }

  @Test func `a file has no user`() throws {
    let more = #""favourited": true, "poll": {"id": "9", "options": [], "voted": true, "own_votes": [0]}"#
    let post = try post(more, host: nil)
    #expect(post.viewer == nil)
    #expect(post.poll?.id == nil)
    #expect(post.poll?.ownVotes == nil)
  }

  @Test func `the state is that of the reposted status`() throws {
    let value = try JSONValue(
      whole: Array(status("2", #""favourited": false, "reblog": \#(status("1", #""favourited": true"#))"#).utf8))
    #expect(MastodonStatusReader(host: "timeline.example").entry(value)?.viewer == ViewerState(isFavourite: true))
  }

  @Test(
    arguments: [
      (#""voted": true, "own_votes": [1, 0], "multiple": true"#, true, [0, 1]),
      (#""voted": true, "own_votes": [1, 1, 7, -1, "x"]"#, false, [1]),
      (#""voted": true, "own_votes": []"#, false, []),
      (#""voted": true"#, false, []), (#""voted": false, "own_votes": []"#, false, nil),
      (#""voted": null"#, false, nil),
    ] as [(String, Bool, [Int]?)])
  func `a poll has its mode and the user's votes`(more: String, several: Bool, votes: [Int]?) throws {
    let options = #"[{"title": "a", "votes_count": 1}, {"title": "b", "votes_count": null}]"#
    let poll = try #require(try post(#""poll": {"id": "9", "expired": false, "options": \#(options), \#(more)}"#).poll)
    #expect(poll.id == "9")
    #expect(poll.allowsMultiple == several)
    #expect(poll.ownVotes == votes)
    #expect(poll.options == [.init(title: "a", votes: 1), .init(title: "b")])
  }
}
