import Domain
import Foundation
import Network
import NetworkSupport
import TestSupport
import Testing

@testable import Mastodon

struct OverviewTests {
  private func harness(_ instance: String, path: String = "/api/v2/instance") throws -> ServerHarness {
    let harness = try ServerHarness(nil)
    harness.transport.on(.get, path, response: .json(instance))
    harness.transport.on(
      .get, "/api/v1/accounts/verify_credentials",
      response: .json(#"{"id": "1", "acct": "ada", "username": "ada", "display_name": "Ada", "note": "<p>hi</p>"}"#))
    return harness
  }

  @Test func `the overview has the account and its timelines`() async throws {
    let harness = try harness(#"{"domain": "timeline.example", "title": "Timeline"}"#)
    harness.transport.on(
      .get, "/api/v1/lists", response: .json(#"[{"id": "4", "title": "Birds"}, {"title": "no id"}, {"id": 4}]"#))
    harness.transport.on(.get, "/api/v1/followed_tags", response: .json(#"[{"name": "tern"}, null]"#))
    let overview = try await harness.timelines.overview()
    #expect(overview.profile?.handle == "ada@timeline.example")
    #expect(overview.profile?.details?.bio == "hi")
    #expect(
      overview.timelines == [
        ListedTimeline(.home), ListedTimeline(.notifications), ListedTimeline(.conversations), ListedTimeline(.local),
        ListedTimeline(.federated), ListedTimeline(.favourites), ListedTimeline(.bookmarks),
        ListedTimeline(.list("4"), title: "Birds"),
        ListedTimeline(.tag("tern"), title: "#tern"),
      ])
  }

  @Test func `disabled live feeds are not listed`() async throws {
    let harness = try harness(
      """
      {"domain": "timeline.example", "configuration": {"timelines_access": {"live_feeds":
       {"local": "authenticated", "remote": "disabled"}}}}
      """)
    let ids = try await harness.timelines.overview().timelines.map(\.id)
    #expect(ids == [.home, .notifications, .conversations, .local, .favourites, .bookmarks])
  }

  @Test func `unsupported endpoints are not requested again that day`() async throws {
    let harness = try harness(#"{"uri": "timeline.example"}"#, path: "/api/v1/instance")
    _ = try await harness.timelines.overview()
    _ = try await harness.timelines.overview()
    #expect(harness.asked.count { $0.hasPrefix("/api/v1/followed_tags") } == 1)
    #expect(harness.asked.count { $0.hasPrefix("/api/v1/lists") } == 1)
    #expect(harness.asked.count { $0.hasPrefix("/api/v1/instance") } == 1)
    harness.clock.advance(to: .noon.addingTimeInterval(86_400))
    _ = try await harness.timelines.overview()
    #expect(harness.asked.count { $0.hasPrefix("/api/v1/lists") } == 2)
    #expect(harness.asked.count { $0.hasPrefix("/api/v1/instance") } == 2)
  }

  @Test func `an invalid token is reported first`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(.get, "/api/v1/accounts/verify_credentials", response: .status(401))
    let error = await failure { () throws(TimelineError) in try await harness.timelines.overview() }
    #expect(error == .sessionExpired(handle: "ada@timeline.example", host: "timeline.example"))
  }

  @Test func `a recent server states its limits`() async throws {
    let harness = try harness(
      """
      {"domain": "timeline.example", "title": "Timeline", "api_versions": {"mastodon": 7},
       "configuration": {"urls": {"streaming": "wss://streaming.timeline.example"},
        "statuses": {"max_characters": 5000, "max_media_attachments": 8, "characters_reserved_per_url": 30},
        "media_attachments": {"supported_mime_types": ["image/png", null], "image_size_limit": 100,
                              "video_size_limit": 200, "description_limit": 300},
        "polls": {"max_options": 6, "max_characters_per_option": 60, "min_expiration": 600, "max_expiration": 60}}}
      """)
    var capabilities = try await harness.timelines.capabilities()
    #expect(capabilities.description?.title == "Timeline")
    capabilities.description = nil
    var limits = PostLimits()
    (limits.characters, limits.attachments, limits.charactersPerAddress) = (5_000, 8, 30)
    (limits.imageBytes, limits.videoBytes, limits.descriptionCharacters) = (100, 200, 300)
    (limits.pollOptions, limits.charactersPerPollOption, limits.pollDuration) = (6, 60, 60...600)
    limits.mediaTypes = ["image/png"]
    #expect(
      capabilities
        == ServerCapabilities(
          title: "Timeline", domain: "timeline.example", apiVersion: 7,
          streaming: HTTPAddress("https://streaming.timeline.example"), limits: limits))
    #expect(capabilities.groupsNotifications)
  }

  @Test func `other software states limits under other keys`() async throws {
    let pleroma = """
      {"uri": "https://timeline.example", "title": "P", "max_toot_chars": 5000, "version": "2.7.2 (compatible; Pleroma 2.7)",
       "poll_limits": {"max_options": 20, "max_option_chars": 200, "min_expiration": 0, "max_expiration": 31536000},
       "urls": {"streaming_api": "wss://timeline.example"}}
      """
    let capabilities = try await harness(pleroma, path: "/api/v1/instance").timelines.capabilities()
    #expect(capabilities.domain == "timeline.example")
    #expect(capabilities.apiVersion == nil && !capabilities.groupsNotifications)
    #expect(capabilities.limits.characters == 5_000)
    #expect(capabilities.limits.charactersPerPollOption == 200)
    let pixelfed = #"{"uri": "timeline.example", "title": "X", "urls": {"streaming_api": null}, "configuration": null}"#
    let bare = try await harness(pixelfed, path: "/api/v1/instance").timelines.capabilities()
    #expect(bare.streaming == nil)
    #expect(bare.limits == PostLimits())
  }

  @Test(arguments: [
    #""version": "2.7.2 (compatible; Pleroma 2.9.1)""#, #""version": "2.7.2 (compatible; Akkoma 3.15.2)""#,
    #""source_url": "https://codeberg.org/superseriousbusiness/gotosocial""#, #""version": "4.0.0 (snac 2.94)""#,
    #""version": "4.3.1 (compatible; Mastodon fork)""#,
  ])
  func `software that streams over WebSockets only is not asked for a stream`(software: String) async throws {
    let instance = #"{"uri": "t.example", "urls": {"streaming_api": "wss://t.example"}, \#(software)}"#
    let streaming = try await harness(instance, path: "/api/v1/instance").timelines.capabilities().streaming
    #expect((streaming != nil) == software.contains("Mastodon"))
  }

  @Test func `a stream without TLS is ignored`() async throws {
    let harness = try harness(#"{"domain": "x.example", "configuration": {"urls": {"streaming": "ws://x.example"}}}"#)
    #expect(try await harness.timelines.capabilities().streaming == nil)
  }

  @Test func `without an instance endpoint there are defaults`() async throws {
    let harness = try harness("{}", path: "/nowhere")
    #expect(try await harness.timelines.overview().timelines.first == ListedTimeline(.home))
    #expect(try await harness.timelines.capabilities() == ServerCapabilities())
  }

  @Test func `timelines and defaults for posts share one request for the account`() async throws {
    let harness = try ServerHarness()
    let verify = "/api/v1/accounts/verify_credentials"
    for privacy in ["private", "unlisted"] {
      harness.transport.on(
        .get, verify, response: .json(#"{"id": "1", "acct": "ada", "source": {"privacy": "\#(privacy)"}}"#))
      if privacy == "private" { _ = try await harness.timelines.overview() }
      let visibility = try await harness.publishing.publishingCapabilities().defaultVisibility
      #expect(visibility == (privacy == "private" ? .followers : .unlisted))
      // A change of the profile may change the defaults.
      harness.transport.on(.patch, "/api/v1/accounts/update_credentials", response: .json("{}"))
      let address = harness.client.server.at("api", "v1", "accounts", "update_credentials")
      _ = try await harness.client.send(.patch, address)
    }
    #expect(harness.asked.count { $0 == verify } == 2)
  }
}
