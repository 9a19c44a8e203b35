import Domain
import Foundation
import Network
import NetworkSupport
import TestSupport
import Testing

@testable import Mastodon

/// The features of a server in addition to timelines.
struct FeatureTests {
  private static let context = "/api/v1/statuses/9/context"

  @Test func `an address is looked up with resolving, as a post or a profile`() async throws {
    let harness = try ServerHarness(account: .mastodon("ada@timeline.example"))
    let url = "https://far.example/@grace/9"
    let found = status("3", #""url": "https://far.example/@grace/9""#)
    harness.transport.on(
      .get, "/api/v2/search", query: ["q": url], response: .json(#"{"statuses": [\#(found)], "accounts": []}"#))
    harness.transport.on(
      .get, "/api/v2/search", query: ["q": "https://far.example/@grace"],
      response: .json(#"{"statuses": [], "accounts": [{"id": "7", "acct": "grace@far.example"}]}"#))
    guard case .post(let post)? = try await harness.timelines.found(at: try #require(FediverseAddress(url))) else {
      Issue.record("No post was found.")
      return
    }
    #expect(post.ref == PostRef(account: .mastodon("ada@timeline.example"), id: PostID("3")))
    let address = try #require(FediverseAddress("https://far.example/@grace"))
    let profile = try await harness.timelines.found(at: address)
    #expect(profile == .profile(Profile(id: "7", handle: "grace@far.example")))
    #expect(harness.transport.requests[0].url.query.contains(.init("resolve", "true")))
  }

  @Test func `an unknown address and a server without search find nothing`() async throws {
    let harness = try ServerHarness()
    let several = list(status("3"), status("4"))
    harness.transport.on(
      .get, "/api/v2/search",
      response: .json(#"{"statuses": \#(several), "accounts": []}"#), .json("{}", status: 404))
    let address = try #require(FediverseAddress("https://far.example/@grace/9"))
    for _ in 0..<2 { #expect(try await harness.timelines.found(at: address) == nil) }
  }

  @Test func `trends have tags, links and posts`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(
      .get, "/api/v1/trends/tags",
      response: .json(#"[{"name": "loom", "history": [{"uses": "5"}, {"uses": "7"}]}]"#))
    harness.transport.on(
      .get, "/api/v1/trends/links",
      response: .json(
        #"""
        [{"url": "https://example.com/a", "title": "Looms", "provider_name": "Example", "author_name": "Ada",
          "description": "Cards.", "history": [{"accounts": "3"}, {"accounts": "4"}]}, {"title": "No address"}]
        """#))
    harness.transport.on(.get, "/api/v1/trends/statuses", response: .json(list(status("3"))))
    let trends = try await harness.timelines.trends(.fresh)
    #expect(trends.tags == [.init(name: "loom", uses: 12)])
    #expect(
      trends.links == [
        .init(
          url: "https://example.com/a", title: "Looms",
          card: LinkCard(site: "Example", author: "Ada", summary: "Cards."), accounts: 7)
      ])
    #expect(trends.posts.map(\.id) == [PostID("3")])
    #expect(harness.timelines.features.contains(.trends))
  }

  @Test func `a kind of trends may be missing, but not all`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(.get, "/api/v1/trends/tags", response: .json(#"[{"name": "loom"}]"#), .json("{}", status: 404))
    #expect(try await harness.timelines.trends(.fresh).tags.map(\.name) == ["loom"])
    #expect(
      await failure { () throws(TimelineError) in try await harness.timelines.trends(.fresh) }
        == .unsupported(host: "timeline.example"))
    #expect(!harness.timelines.features.contains(.trends))
  }

  @Test func `suggestions are accounts that can be removed`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(
      .get, "/api/v2/suggestions",
      response: .json(#"[{"source": "staff", "account": {"id": "7", "acct": "grace"}}, {"id": "8", "acct": "alan"}]"#))
    harness.transport.on(.delete, "/api/v1/suggestions/7", response: .json("{}"))
    #expect(try await harness.timelines.suggestions(.fresh).map(\.id) == ["7", "8"])
    try await harness.timelines.removeSuggestion(of: Profile(id: "7", handle: "far"))
    #expect(harness.sent.last == "DELETE /api/v1/suggestions/7")
  }

  @Test func `a server without suggestions and announcements does not offer them`() async throws {
    let harness = try ServerHarness()
    _ = await failure { () throws(TimelineError) in try await harness.timelines.suggestions(.fresh) }
    _ = await failure { () throws(TimelineError) in try await harness.timelines.announcements(.fresh) }
    #expect(harness.timelines.features.isDisjoint(with: [.suggestions, .announcements]))
    harness.clock.advance(to: .noon.addingTimeInterval(90_000))
    #expect(harness.timelines.features.isSuperset(of: [.suggestions, .announcements]))
  }

  @Test func `announcements are read and dismissed`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(
      .get, "/api/v1/announcements",
      response: .json(
        #"""
        [{"id": "8", "content": "<p>Maintenance on <strong>Friday</strong>.</p>", "published_at": "2026-11-20T10:00:00Z",
          "starts_at": "2026-11-27T20:00:00Z", "ends_at": null, "read": false}]
        """#))
    harness.transport.on(.post, "/api/v1/announcements/8/dismiss", response: .json("{}"))
    let announcement = try #require(try await harness.timelines.announcements(.fresh).first)
    #expect(announcement.text.plain == "Maintenance on Friday.")
    #expect(announcement.startsAt != nil && announcement.endsAt == nil && !announcement.isRead)
    try await harness.timelines.dismiss(announcement)
    #expect(harness.transport.requests.map(\.method) == [.get, .post])
    #expect(harness.transport.unexpected.isEmpty)
  }

  @Test func `the description has rules, contact and limits, and tells whether posts are translated`() async throws {
    let harness = try ServerHarness(nil)
    #expect(!harness.timelines.features.contains(.translation))
    harness.transport.on(
      .get, "/api/v2/instance",
      response: .json(
        #"""
        {"domain": "timeline.example", "title": "Timeline", "version": "4.6.0", "description": "<p>For looms</p>",
         "rules": [{"id": "1", "text": "Be kind.", "hint": "Always."}], "languages": ["en", "de"],
         "usage": {"users": {"active_month": 12}},
         "contact": {"email": "ada@timeline.example", "account": {"id": "1", "acct": "ada"}},
         "configuration": {"statuses": {"max_characters": 700}, "translation": {"enabled": true}}}
        """#))
    let description = try await harness.timelines.description(.cached)
    #expect(description.about == "For looms" && description.version == "4.6.0" && description.activeUsers == 12)
    #expect(description.rules == [.init("Be kind.", hint: "Always.")])
    #expect(description.contact?.handle == "ada@timeline.example" && description.limits.characters == 700)
    #expect(harness.timelines.features.contains(.translation))
    _ = try await harness.timelines.description(.cached)
    #expect(harness.asked == ["/api/v2/instance"])
    _ = try await harness.timelines.description(.fresh)
    #expect(harness.asked.count == 2)
  }

  @Test func `a translation has all texts of the post`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(
      .post, "/api/v1/statuses/9/translate",
      response: .json(
        #"""
        {"content": "<p>Hello</p>", "spoiler_text": "Greeting", "language": "en", "provider": "DeepL",
         "detected_source_language": "de", "poll": {"id": "1", "options": [{"title": "Yes"}, {"title": "No"}]}}
        """#))
    let timelines = MastodonTimelines(client: harness.client, account: nil, language: "en")
    let translation = try await timelines.translation(of: PostID("9"))
    #expect(
      translation
        == PostTranslation(
          text: PostText([.text("Hello")]), warning: "Greeting", pollOptions: ["Yes", "No"], sourceLanguage: "de",
          provider: "DeepL"))
    #expect(harness.sent == ["POST /api/v1/statuses/9/translate lang=en"])
  }

  @Test(arguments: [403, 503])
  func `a refused translation has the reason`(code: Int) async throws {
    let harness = try ServerHarness()
    harness.transport.on(
      .post, "/api/v1/statuses/9/translate", response: .json(#"{"error": "Not possible"}"#, status: code))
    let error = await failure { () throws(TimelineError) in
      try await harness.timelines.translation(of: PostID("9"))
    }
    #expect(error?.clause == "timeline.example says “Not possible”")
  }

  @Test func `the author's server is asked without the token, on the public network only`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(
      .get, Self.context,
      response: .json(
        #"{"ancestors": [{"uri": "u1"}], "descendants": [{"uri": "u2", "url": "https://far.example/2"}]}"#))
    let post = Post.fixture(url: "https://far.example/@grace/9")
    let thread = try await harness.timelines.publicThread(of: post)
    #expect(thread.host == "far.example" && thread.ancestors == [.init(uri: "u1")])
    #expect(thread.descendants == [.init(uri: "u2", url: "https://far.example/2")])
    let request = try #require(harness.transport.requests.first)
    #expect(request.token == nil && request.hostPolicy == .publicNetwork(except: nil))
    #expect(request.url.absoluteString == "https://far.example\(Self.context)")
  }

  @Test(arguments: [
    "https://192.168.1.4/@grace/9", "https://localhost/@grace/9", "https://misskey.example/notes/abc1",
    "https://far.example/objects/123", "https://far.example/a-page", "not an address",
  ])
  func `private hosts and servers without the API are not asked`(url: String) async throws {
    let harness = try ServerHarness()
    let error = await failure { () throws(TimelineError) in
      try await harness.timelines.publicThread(of: .fixture(url: url))
    }
    guard case .unsupported? = error else {
      Issue.record("The error is \(String(describing: error)).")
      return
    }
    #expect(harness.transport.requests.isEmpty)
  }

  @Test func `an endpoint that the server lacks is requested once`() async throws {
    let harness = try ServerHarness()
    let timelines = harness.timelines
    for _ in 0..<2 {
      for account in ["7", "8"] {
        let error = await failure { () throws(TimelineError) in
          try await timelines.profiles(in: .familiarFollowers(of: account), after: nil)
        }
        #expect(error == .refused(host: "timeline.example", message: "not scripted") || error?.isUnsupported == true)
      }
      _ = try? await timelines.trends(.fresh)
      _ = try? await timelines.suggestions(.fresh)
      _ = try? await timelines.announcements(.fresh)
      _ = try await timelines.markers()
      _ = try await timelines.heldNotifications()
      _ = try await timelines.areAcceptedNotificationsMerged()
      _ = try await timelines.notificationPolicy()
      _ = try await timelines.filters()
      _ = try await harness.actions.lists()
      _ = try? await harness.publishing.profiles(matching: "a", limit: 5)
      _ = try? await harness.publishing.tags(matching: "a", limit: 5)
    }
    let paths = harness.transport.requests.map(\.url.path)
    #expect(Set(paths).count == paths.count)
    #expect(paths.contains("/api/v1/accounts/familiar_followers") && paths.contains("/api/v1/trends/tags"))
    // The server may have been updated.
    harness.clock.advance(to: .noon.addingTimeInterval(86_401))
    _ = try await timelines.markers()
    #expect(harness.transport.requests.last?.url.path == "/api/v1/markers" && harness.asked.count == paths.count + 1)
  }

  @Test(arguments: ["{}", #"{"content": null, "spoiler_text": ""}"#, #"{"content": "<p></p>"}"#])
  func `a translation without content is a failure`(body: String) async throws {
    let harness = try ServerHarness()
    harness.transport.on(.post, "/api/v1/statuses/9/translate", response: .json(body))
    let error = await failure { () throws(TimelineError) in
      try await harness.timelines.translation(of: PostID("9"))
    }
    #expect(
      error == .requestFailed(host: "timeline.example", reason: "The response is invalid: expected a translation."))
  }

  @Test func `a translated poll leaves the text as it was`() {
    let post = Post.fixture(id: "9", text: "Guten Tag")
    #expect(post.translated(PostTranslation(text: PostText(), pollOptions: ["Yes"])).text.plain == "Guten Tag")
  }
}

extension TimelineError {
  fileprivate var isUnsupported: Bool { if case .unsupported = self { true } else { false } }
}
