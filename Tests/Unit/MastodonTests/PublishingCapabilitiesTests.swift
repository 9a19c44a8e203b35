import Domain
import Foundation
import Network
import NetworkSupport
import TestSupport
import Testing

@testable import Mastodon

/// Publishing capabilities of servers.
struct PublishingCapabilitiesTests {
  private static let host = "timeline.example"

  /// - Parameter software: the name in NodeInfo; nil if missing.
  private func capabilities(
    _ instance: String, software: String?, at origin: String = "https://timeline.example"
  ) async throws -> PublishingCapabilities {
    let harness = try ServerHarness(nil)
    harness.transport.on(.get, "/api/v2/instance", response: .json(instance))
    if let software {
      harness.transport.on(
        .get, "/.well-known/nodeinfo", response: .json(#"{"links": [{"href": "\#(origin)/nodeinfo/2.0"}]}"#))
      harness.transport.on(
        .get, "/nodeinfo/2.0", response: .json(#"{"software": {"name": "\#(software)", "version": "1"}}"#))
    }
    let first = try await harness.publishing.publishingCapabilities()
    let count = harness.transport.requests.count
    #expect(try await harness.publishing.publishingCapabilities() == first)
    // Only the account's settings are requested again.
    #expect(harness.transport.requests.dropFirst(count).allSatisfy { "\($0)".contains("verify_credentials") })
    #expect(harness.transport.requests.count == count + 1)
    return first
  }

  @Test(
    arguments: [
      ("mastodon", 3_000.0), ("Pleroma", 3_000), ("akkoma", 3_000), ("gotosocial", nil), ("snac", nil), (nil, nil),
    ] as [(String?, Double?)])
  func `idempotency keys are used with supporting software`(software: String?, lifetime: Double?) async throws {
    let found = try await capabilities(#"{"domain": "timeline.example"}"#, software: software)
    #expect(found.keyLifetime == lifetime)
    // Others are tried; snac would publish immediately.
    #expect(found.canSchedule == (software != "snac"))
  }

  @Test(
    arguments: [
      (#"{"source": {"privacy": "private"}}"#, nil, .followers), (#"{"source": {"privacy": "public"}}"#, nil, .public),
      (#"{"source": {"privacy": "local"}}"#, nil, .other("local")),
      (#"{"source": {}}"#, #"{"posting:default:visibility": "unlisted"}"#, .unlisted),
      (#"{}"#, #"{}"#, nil), (#"{}"#, nil, nil),
    ] as [(String, String?, Visibility?)])
  func `the account's default visibility is loaded`(account: String, preferences: String?, expected: Visibility?)
    async throws
  {
    let harness = try ServerHarness(nil)
    harness.transport.on(.get, "/api/v2/instance", response: .json(#"{"domain": "t.example"}"#))
    harness.transport.on(.get, "/api/v1/accounts/verify_credentials", response: .json(account))
    if let preferences { harness.transport.on(.get, "/api/v1/preferences", response: .json(preferences)) }
    #expect(try await harness.publishing.publishingCapabilities().defaultVisibility == expected)
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
  func `the software determines the counting rule`(
    instance: String, software: String?, rule: PostLengthRule
  ) async throws {
    #expect(try await capabilities(instance, software: software).limits.rule == rule)
  }

  @Test func `NodeInfo of another server is ignored`() async throws {
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
  func `quotes are available if the server supports them`(instance: String, expected: Bool) async throws {
    #expect(try await capabilities(instance, software: nil).canQuote == expected)
  }

  @Test(arguments: [(7, true), (6, false)])
  func `authors say who may quote from API version 7`(version: Int, expected: Bool) async throws {
    let instance = #"{"domain": "t.example", "api_versions": {"mastodon": \#(version)}}"#
    #expect(try await capabilities(instance, software: nil).canSetQuotePolicy == expected)
  }

  @Test func `limits are those of the server`() async throws {
    let instance = """
      {"domain": "t.example", "configuration": {"statuses": {"max_characters": 5000, "max_media_attachments": 0},
       "polls": {"max_options": 0}}}
      """
    let found = try await capabilities(instance, software: nil)
    #expect(found.limits.characters == 5_000)
    #expect(!found.canAttach)
    #expect(!found.canAddPoll)
  }

  @Test func `without responses the request fails`() async throws {
    let harness = try ServerHarness(nil)
    harness.transport.on(.get, "/.well-known/nodeinfo", response: .failure(.unreachable(host: Self.host, .refused)))
    let error = await failure { () throws(TimelineError) in try await harness.publishing.publishingCapabilities() }
    #expect(error == .offline(host: Self.host, .refused))
  }
}
