import Domain
import Foundation
import Network
import NetworkSupport
import TestSupport
import Testing

@testable import Mastodon

/// What is known of how posts can be written at a server.
struct PublishingAbilitiesTests {
  private static let host = "timeline.example"

  /// - Parameter software: what the server calls its program; nil where it does not say.
  private func capabilities(
    _ instance: String, software: String?, at origin: String = "https://timeline.example"
  ) async throws -> PublishingCapabilities {
    let stage = try ServerHarness(nil)
    stage.transport.on(.get, "/api/v2/instance", answer: .json(instance))
    if let software {
      stage.transport.on(
        .get, "/.well-known/nodeinfo", answer: .json(#"{"links": [{"href": "\#(origin)/nodeinfo/2.0"}]}"#))
      stage.transport.on(
        .get, "/nodeinfo/2.0", answer: .json(#"{"software": {"name": "\#(software)", "version": "1"}}"#))
    }
    let first = try await stage.publishing.publishingCapabilities()
    let asked = stage.transport.requests.count
    #expect(try await stage.publishing.publishingCapabilities() == first)
    #expect(stage.transport.requests.count == asked)
    return first
  }

  @Test(
    arguments: [
      ("mastodon", 3_000.0), ("Pleroma", 3_000), ("akkoma", 3_000), ("gotosocial", nil), ("snac", nil), (nil, nil),
    ] as [(String?, Double?)])
  func `a key is trusted where the program is known to keep it`(software: String?, lifetime: Double?) async throws {
    let found = try await capabilities(#"{"domain": "timeline.example"}"#, software: software)
    #expect(found.keyLifetime == lifetime)
    // Others are asked by trying; snac would publish at once.
    #expect(found.canSchedule == (software != "snac"))
  }

  @Test(
    arguments: [
      (#"{"source": {"privacy": "private"}}"#, nil, .followers), (#"{"source": {"privacy": "public"}}"#, nil, .public),
      (#"{"source": {"privacy": "local"}}"#, nil, .other("local")),
      (#"{"source": {}}"#, #"{"posting:default:visibility": "unlisted"}"#, .unlisted),
      (#"{}"#, #"{}"#, nil), (#"{}"#, nil, nil),
    ] as [(String, String?, Visibility?)])
  func `the account’s own default is read`(account: String, preferences: String?, expected: Visibility?) async throws {
    let stage = try ServerHarness(nil)
    stage.transport.on(.get, "/api/v2/instance", answer: .json(#"{"domain": "t.example"}"#))
    stage.transport.on(.get, "/api/v1/accounts/verify_credentials", answer: .json(account))
    if let preferences { stage.transport.on(.get, "/api/v1/preferences", answer: .json(preferences)) }
    #expect(try await stage.publishing.publishingCapabilities().defaultVisibility == expected)
  }

  @Test(
    arguments: [
      (#"{"domain": "t.example"}"#, "gotosocial", PostLengthRule.codePoints),
      (
        #"{"domain": "t.example", "configuration": {"statuses": {"characters_reserved_per_url": 25}}}"#, "gotosocial",
        .codePoints
      ),
      (
        #"{"domain": "t.example", "source_url": "https://codeberg.org/superseriousbusiness/gotosocial"}"#, nil,
        .codePoints
      ),
      (#"{"uri": "t.example", "version": "2.7.2 (compatible; Pleroma 2.9.1)"}"#, nil, .graphemes),
      (#"{"uri": "t.example", "version": "takahe/0.11.0"}"#, nil, .codePointsOfText),
      (#"{"domain": "t.example", "version": "4.5.0"}"#, "mastodon", .mastodon),
      (#"{"domain": "t.example", "version": "4.5.0+glitch"}"#, nil, .mastodon),
    ] as [(String, String?, PostLengthRule)])
  func `a server’s program decides how it counts`(
    instance: String, software: String?, rule: PostLengthRule
  ) async throws {
    #expect(try await capabilities(instance, software: software).limits.rule == rule)
  }

  @Test func `what another server says of itself is nothing about this one`() async throws {
    let found = try await capabilities(
      #"{"domain": "timeline.example"}"#, software: "mastodon", at: "https://other.example")
    #expect(found.keyLifetime == nil)
  }

  @Test(arguments: [
    (#"{"domain": "t.example", "api_versions": {"mastodon": 7}}"#, true),
    (#"{"domain": "t.example", "api_versions": {"mastodon": 6}}"#, false),
    (#"{"domain": "t.example"}"#, false),
    (#"{"uri": "t.example", "pleroma": {"metadata": {"features": ["polls", "quote_posting"]}}}"#, true),
    (#"{"uri": "t.example", "pleroma": {"metadata": {"features": ["polls"]}}}"#, false),
  ])
  func `quotes are offered where the server says that it knows them`(instance: String, expected: Bool) async throws {
    #expect(try await capabilities(instance, software: nil).canQuote == expected)
  }

  @Test func `limits are the server’s own`() async throws {
    let instance = """
      {"domain": "t.example", "configuration": {"statuses": {"max_characters": 5000, "max_media_attachments": 0},
       "polls": {"max_options": 0}}}
      """
    let found = try await capabilities(instance, software: nil)
    #expect(found.limits.characters == 5_000)
    #expect(!found.canAttach)
    #expect(!found.canAsk)
  }

  @Test func `where nobody can say, it is not made up`() async throws {
    let stage = try ServerHarness(nil)
    stage.transport.on(.get, "/.well-known/nodeinfo", answer: .failure(.unreachable(host: Self.host, .refused)))
    let error = await failure { () throws(TimelineError) in try await stage.publishing.publishingCapabilities() }
    #expect(error == .offline(host: Self.host, .refused))
  }
}
