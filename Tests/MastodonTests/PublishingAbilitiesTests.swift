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
    let stage = try Stage(nil)
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
    #expect(found.canSchedule == (lifetime != nil))
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
    let stage = try Stage()
    stage.transport.on(.get, "/.well-known/nodeinfo", answer: .failure(.unreachable(host: Self.host, .refused)))
    let error = await failure { () throws(TimelineError) in try await stage.publishing.publishingCapabilities() }
    #expect(error == .offline(host: Self.host, .refused))
  }
}
