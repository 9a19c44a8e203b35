import Domain
import Foundation
import Network
import NetworkSupport
import TestSupport
import Testing

@testable import Mastodon

struct ProfileTests {
  private static let grace = """
    {"id": "7", "acct": "grace", "username": "grace", "display_name": "Grace", "note": "<p>I <b>compile</b></p>",
     "url": "https://timeline.example/@grace", "created_at": "2022-11-20T00:00:00.000Z", "followers_count": 3,
     "following_count": "4", "statuses_count": null, "locked": true, "bot": null,
     "fields": [{"name": "Web", "value": "<a href='https://g.example'>g.example</a>",
                 "verified_at": "2026-11-20T12:00:00Z"}, {"name": "", "value": "x"}, {"name": "Tea", "value": null}],
     "moved": {"id": "8", "acct": "grace@new.example", "display_name": "Grace"}}
    """

  @Test(arguments: ["grace", "@grace", "grace@timeline.example", "@GRACE@Timeline.Example"])
  func `an account is found by handle, with the relationship`(
    handle: String
  ) async throws {
    let harness = try ServerHarness()
    harness.transport.on(.get, "/api/v1/accounts/lookup", response: .json(Self.grace))
    harness.transport.on(
      .get, "/api/v1/accounts/relationships", query: ["id[]": "7"],
      response: .json(#"[{"id": "7", "following": true, "muting": false, "followed_by": null, "note": "met at sea"}]"#))
    let page = try await harness.timelines.profile(handle: handle)
    #expect(harness.transport.requests.first?.url.query.first?.value.lowercased() == "grace")
    #expect(page.profile.handle == "grace@timeline.example")
    #expect(page.profile.details?.followers == 3)
    #expect(page.profile.details?.following == 4)
    #expect(page.profile.details?.posts == nil)
    #expect(page.about.plain == "I compile")
    #expect(page.fields.map(\.name) == ["Web", "Tea"])
    #expect(page.fields.first?.value.links.first?.url == "https://g.example")
    #expect(page.fields.first?.verifiedAt == .noon)
    #expect(page.isLocked && !page.isBot)
    #expect(page.movedTo?.handle == "grace@new.example")
    #expect(page.relationship == Relationship(flags: [.following], note: "met at sea"))
  }

  @Test func `the relationships with several accounts are one request`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(
      .get, "/api/v1/accounts/relationships",
      response: .json(
        #"[{"id": "7", "following": true}, {"id": "8", "followed_by": true}, {"id": "99", "following": true}, 5]"#))
    let found = try await harness.timelines.relationships(with: ["7", "8", "9"])
    #expect(found == ["7": Relationship(flags: [.following]), "8": Relationship(flags: [.followedBy])])
    #expect(harness.transport.requests.count == 1)
    #expect(harness.transport.requests.first?.url.query.map(\.value) == ["7", "8", "9"])
  }

  @Test(arguments: ["grace@apex.example", "@grace@social.apex.example", "grace@Social.Apex.example", "grace"])
  func `local accounts are found by domain and by host`(handle: String) async throws {
    let harness = try ServerHarness()
    let client = MastodonClient(
      server: try #require(HTTPAddress("https://social.apex.example")), host: "apex.example",
      authorization: FixedToken(ServerHarness.token),
      transport: harness.transport, clock: harness.clock)
    harness.transport.on(.get, "/api/v1/accounts/lookup", query: ["acct": "grace"], response: .json(Self.grace))
    let page = try await MastodonTimelines(client: client, account: nil).profile(handle: handle)
    #expect(page.profile.handle == "grace@apex.example")
  }

  @Test func `an account is found by the host of its page`() async throws {
    let harness = try ServerHarness()
    let found = """
      {"accounts": [{"id": "1", "acct": "ann@other.example", "url": "https://other.example/@ann"},
        {"id": "2", "acct": "ann@loop.example", "url": "https://www.loop.example/@ann"}]}
      """
    harness.transport.on(.get, "/api/v2/search", query: ["resolve": "true"], response: .json(found))
    #expect(try await harness.timelines.profile(handle: "ann@www.loop.example").profile.handle == "ann@loop.example")
  }

  @Test func `unknown accounts are searched for`() async throws {
    let harness = try ServerHarness()
    let found = #"{"accounts": [{"id": "1", "acct": "gracie@far.example"}, {"id": "2", "acct": "grace@far.example"}]}"#
    harness.transport.on(.get, "/api/v2/search", query: ["resolve": "true"], response: .json(found))
    #expect(try await harness.timelines.profile(handle: "grace@far.example").profile.id == "2")
  }

  @Test func `missing and suspended accounts are reported`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(.get, "/api/v2/search", response: .json(#"{"accounts": []}"#))
    let nobody = await failure { () throws(TimelineError) in try await harness.timelines.profile(handle: "nobody") }
    #expect(nobody == .unknownTimeline(name: "@nobody", known: []))
    harness.transport.on(
      .get, "/api/v1/accounts/9", response: .json(#"{"error": "Account is suspended"}"#, status: 410))
    let gone = await failure { () throws(TimelineError) in try await harness.timelines.profile(of: "9") }
    #expect(gone == .accountGone(host: "timeline.example", message: "Account is suspended", movedTo: nil))
  }

  @Test func `search results are converted`() async throws {
    let harness = try ServerHarness(account: .mastodon("ada@timeline.example"))
    let found = """
      {"statuses": [\(status("1"))], "accounts": [\(Self.grace)],
       "hashtags": [{"name": "tern", "url": "https://timeline.example/tags/tern", "following": true,
                     "history": [{"uses": "3"}, {"uses": 4}]}, "plain", {"url": null}]}
      """
    harness.transport.on(.get, "/api/v2/search", response: .json(found))
    let matches = try await harness.timelines.matches(of: "tern", kind: .tags, offset: 20, limit: 10)
    #expect(matches.posts.map(\.ref.account) == [.mastodon("ada@timeline.example")])
    #expect(matches.profiles.map(\.handle) == ["grace@timeline.example"])
    #expect(
      matches.tags == [
        .init(name: "tern", url: "https://timeline.example/tags/tern", uses: 7, isFollowed: true), .init(name: "plain"),
      ])
    #expect(harness.asked == ["/api/v2/search?q=tern&limit=10&type=hashtags&offset=20"])
  }

  @Test func `a post is resolved by address`() async throws {
    let far = "https://far.example/@grace/9"
    func found(_ statuses: String...) async throws -> (Post?, [String]) {
      let harness = try ServerHarness()
      harness.transport.on(
        .get, "/api/v2/search", response: .json(#"{"statuses": [\#(statuses.joined(separator: ","))]}"#))
      return (try await harness.timelines.post(at: far), harness.asked)
    }
    func status(_ id: String, _ url: String) -> String {
      #"{"id": "\#(id)", "url": "\#(url)", "content": "<p>Tea?</p>", "account": {"id": "1", "acct": "grace@far.example"}}"#
    }
    let (post, asked) = try await found(status("7", "https://other.example/7"), status("8", far))
    #expect(post?.id == PostID("8") && post?.text.plain == "Tea?")
    #expect(
      asked == ["/api/v2/search?q=https%3A%2F%2Ffar.example%2F%40grace%2F9&type=statuses&resolve=true&limit=5"])
    #expect(try await found(status("7", "https://far.example/notes/9")).0 == nil)
    #expect(try await found(status("7", "https://a.example/7"), status("8", "https://b.example/8")).0 == nil)
    #expect(try await found().0 == nil)
    let other = try ServerHarness()
    other.transport.on(.get, "/api/v2/search", response: .json(#"{"error": "Not found"}"#, status: 404))
    #expect(try await other.timelines.post(at: far) == nil)
  }

  @Test func `all kinds are searched at once; a server may have no search`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(.get, "/api/v2/search", response: .json("{}"))
    let timelines: any ServerSearchRepository = harness.timelines
    #expect(try await timelines.matches(of: "tea & bread", .fresh) == ServerMatches())
    #expect(harness.asked == ["/api/v2/search?q=tea%20%26%20bread&limit=40"])
    let other = try ServerHarness()
    other.transport.on(.get, "/api/v2/search", response: .json(#"{"error": "Not found"}"#, status: 404))
    await #expect(throws: TimelineError.unknownTimeline(name: "search", known: [])) {
      try await other.timelines.matches(of: "tea", .fresh)
    }
  }
}
