import Domain
import Foundation
import Network
import NetworkSupport
import TestSupport
import Testing

@testable import Mastodon

struct OverviewTests {
  private func stage(_ instance: String, path: String = "/api/v2/instance") throws -> ServerHarness {
    let stage = try ServerHarness(nil)
    stage.transport.on(.get, path, answer: .json(instance))
    stage.transport.on(
      .get, "/api/v1/accounts/verify_credentials",
      answer: .json(#"{"id": "1", "acct": "ada", "username": "ada", "display_name": "Ada", "note": "<p>hi</p>"}"#))
    return stage
  }

  @Test func `whose timelines they are and which there are`() async throws {
    let stage = try stage(#"{"domain": "timeline.example", "title": "Timeline"}"#)
    stage.transport.on(
      .get, "/api/v1/lists", answer: .json(#"[{"id": "4", "title": "Birds"}, {"title": "no id"}, {"id": 4}]"#))
    stage.transport.on(.get, "/api/v1/followed_tags", answer: .json(#"[{"name": "tern"}, null]"#))
    let overview = try await stage.timelines.overview()
    #expect(overview.profile?.handle == "ada@timeline.example")
    #expect(overview.profile?.details?.bio == "hi")
    #expect(
      overview.timelines == [
        ListedTimeline(.home), ListedTimeline(.notifications), ListedTimeline(.local), ListedTimeline(.federated),
        ListedTimeline(.favourites), ListedTimeline(.bookmarks), ListedTimeline(.list("4"), title: "Birds"),
        ListedTimeline(.tag("tern"), title: "#tern"),
      ])
  }

  @Test func `live feeds that nobody may read have no tab`() async throws {
    let stage = try stage(
      """
      {"domain": "timeline.example", "configuration": {"timelines_access": {"live_feeds":
       {"local": "authenticated", "remote": "disabled"}}}}
      """)
    let ids = try await stage.timelines.overview().timelines.map(\.id)
    #expect(ids == [.home, .notifications, .local, .favourites, .bookmarks])
  }

  @Test func `what a server does not have is not asked for again that day`() async throws {
    let stage = try stage(#"{"uri": "timeline.example"}"#, path: "/api/v1/instance")
    _ = try await stage.timelines.overview()
    _ = try await stage.timelines.overview()
    #expect(stage.asked.count { $0.hasPrefix("/api/v1/followed_tags") } == 1)
    #expect(stage.asked.count { $0.hasPrefix("/api/v1/lists") } == 1)
    #expect(stage.asked.count { $0.hasPrefix("/api/v1/instance") } == 1)
    stage.clock.advance(to: .noon.addingTimeInterval(86_400))
    _ = try await stage.timelines.overview()
    #expect(stage.asked.count { $0.hasPrefix("/api/v1/lists") } == 2)
    #expect(stage.asked.count { $0.hasPrefix("/api/v1/instance") } == 2)
  }

  @Test func `a token that is good no more is said before all else`() async throws {
    let stage = try ServerHarness()
    stage.transport.on(.get, "/api/v1/accounts/verify_credentials", answer: .status(401))
    let error = await failure { () throws(TimelineError) in try await stage.timelines.overview() }
    #expect(error == .sessionExpired(handle: "ada@timeline.example", host: "timeline.example"))
  }

  @Test func `a new server says what it takes`() async throws {
    let stage = try stage(
      """
      {"domain": "timeline.example", "title": "Timeline", "api_versions": {"mastodon": 7},
       "configuration": {"urls": {"streaming": "wss://streaming.timeline.example"},
        "statuses": {"max_characters": 5000, "max_media_attachments": 8, "characters_reserved_per_url": 30},
        "media_attachments": {"supported_mime_types": ["image/png", null], "image_size_limit": 100,
                              "video_size_limit": 200, "description_limit": 300},
        "polls": {"max_options": 6, "max_characters_per_option": 60, "min_expiration": 600, "max_expiration": 60}}}
      """)
    let abilities = try await stage.timelines.abilities()
    var limits = PostLimits()
    (limits.characters, limits.attachments, limits.charactersPerAddress) = (5_000, 8, 30)
    (limits.imageBytes, limits.videoBytes, limits.descriptionCharacters) = (100, 200, 300)
    (limits.pollOptions, limits.charactersPerPollOption, limits.pollDuration) = (6, 60, 60...600)
    limits.mediaTypes = ["image/png"]
    #expect(
      abilities
        == ServerCapabilities(
          title: "Timeline", domain: "timeline.example", apiVersion: 7,
          streaming: HTTPAddress("https://streaming.timeline.example"), limits: limits))
    #expect(abilities.groupsNotifications)
  }

  @Test func `others have limits by other names, and say little of themselves`() async throws {
    let pleroma = """
      {"uri": "https://timeline.example", "title": "P", "max_toot_chars": 5000, "version": "2.7.2 (compatible; Pleroma 2.7)",
       "poll_limits": {"max_options": 20, "max_option_chars": 200, "min_expiration": 0, "max_expiration": 31536000},
       "urls": {"streaming_api": "wss://timeline.example"}}
      """
    let abilities = try await stage(pleroma, path: "/api/v1/instance").timelines.abilities()
    #expect(abilities.domain == "timeline.example")
    #expect(abilities.apiVersion == nil && !abilities.groupsNotifications)
    #expect(abilities.limits.characters == 5_000)
    #expect(abilities.limits.charactersPerPollOption == 200)
    let pixelfed = #"{"uri": "timeline.example", "title": "X", "urls": {"streaming_api": null}, "configuration": null}"#
    let bare = try await stage(pixelfed, path: "/api/v1/instance").timelines.abilities()
    #expect(bare.streaming == nil)
    #expect(bare.limits == PostLimits())
  }

  @Test func `a stream that is not of HTTPS is none`() async throws {
    let stage = try stage(#"{"domain": "x.example", "configuration": {"urls": {"streaming": "ws://x.example"}}}"#)
    #expect(try await stage.timelines.abilities().streaming == nil)
  }

  @Test func `a server that says nothing of itself has what all have`() async throws {
    let stage = try stage("{}", path: "/nowhere")
    #expect(try await stage.timelines.overview().timelines.first == ListedTimeline(.home))
    #expect(try await stage.timelines.abilities() == ServerCapabilities())
  }
}
