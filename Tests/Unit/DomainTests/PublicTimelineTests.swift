import Domain
import Testing

/// The public timelines of servers, as users type them.
@Suite struct PublicTimelineTests {
  @Test(arguments: [
    ("tern.example", "https://tern.example"), (" Tern.Example ", "https://tern.example"),
    ("tern.example.", "https://tern.example"), ("tern.example:8443", "https://tern.example:8443"),
    ("https://tern.example", "https://tern.example"), ("https://tern.example/", "https://tern.example"),
    ("https://tern.example/public/local", "https://tern.example"),
    ("https://tern.example/explore?x=1#top", "https://tern.example"),
    ("http://tern.example/public", "https://tern.example"),
    ("https://tern.example/tags/loom", "https://tern.example/tags/loom"),
    ("https://tern.example/tag/caf%C3%A9", "https://tern.example/tags/café"),
    ("#loom@tern.example", "https://tern.example/tags/loom"),
    ("＃織機@tern.example", "https://tern.example/tags/織機"),
    ("bücher.example", "https://xn--bcher-kva.example"),
    ("127.0.0.1:3000", "http://127.0.0.1:3000"), ("localhost:3000", "http://localhost:3000"),
    ("https://localhost:3000/tags/loom", "https://localhost:3000/tags/loom"),
  ]) func `A server or a hashtag at one is recognized`(typed: String, address: String) throws {
    let timeline = try #require(PublicTimeline(typed: typed))
    #expect(timeline.address == address)
    #expect(PublicTimeline(typed: timeline.address) == timeline)
    #expect(TimelineID(storageKey: TimelineID.publicTimeline(timeline).storageKey) == .publicTimeline(timeline))
    #expect(timeline.account.id.publicServer == timeline.server)
  }

  @Test(arguments: [
    "", "loom", "#loom", "tern", "@ada@tern.example", "ada@tern.example", "#loom@tern", "#@tern.example",
    "#lo/om@tern.example", "#a b@tern.example", "https://tern.example/@ada", "https://tern.example/@ada/1234",
    "https://tern.example/tags", "https://tern.example/tags/a/b", "https://tern.example/blog", "ftp://tern.example",
    "tern.example/tags/loom", "https://ada:secret@tern.example", "https://tern.example/tags/%FF", "tern..example",
    ".example", "https://", "tern.example\u{0}", "#lo\u{202E}om@tern.example",
  ]) func `Anything else is not`(typed: String) {
    #expect(PublicTimeline(typed: typed) == nil)
  }

  @Test func `It is named for its server`() throws {
    let local = try #require(PublicTimeline(typed: "tern.example"))
    #expect(local.title == "tern.example" && local.phrase == "the local timeline of tern.example")
    #expect(local.idAtServer == .local && local.account.label == "tern.example")
    let tag = try #require(PublicTimeline(typed: "#loom@tern.example"))
    #expect(TimelineID.publicTimeline(tag).title == "#loom@tern.example" && tag.phrase == "#loom at tern.example")
    #expect(tag.idAtServer == .tag("loom") && tag.account == local.account)
  }

  @Test func `Only searches and timelines of other servers are not of the source`() throws {
    let local = try #require(PublicTimeline(typed: "tern.example"))
    let ids: [TimelineID] = [.home, .tag("loom"), .list("1"), .named("Likes"), .publicTimeline(local), .search("tea")]
    #expect(ids.map(\.belongsToSource) == [true, true, true, true, false, false])
  }

  @Test func `Posts, profiles and pages are other addresses`() throws {
    let server = try #require(PublicTimeline(typed: "tern.example"))
    #expect(TypedAddress("tern.example") == .timeline(server))
    for typed in ["@ada@tern.example", "ada@tern.example", "https://tern.example/@ada/1", "https://tern.example/blog"] {
      guard case .item? = TypedAddress(typed) else {
        Issue.record("\(typed) is no post, profile or page.")
        continue
      }
    }
    #expect(TypedAddress("loom") == nil)
  }
}
