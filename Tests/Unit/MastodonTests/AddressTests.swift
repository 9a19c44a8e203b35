import Domain
import Foundation
import Network
import NetworkSupport
import TestSupport
import Testing

@testable import Mastodon

/// Posts and accounts that a server finds for an address: only those that have it count.
struct AddressTests {
  private static let search = "/api/v2/search"

  private let harness: ServerHarness

  init() throws {
    harness = try ServerHarness(account: .mastodon("ada@timeline.example"))
  }

  private func answer(statuses: [String] = [], accounts: [String] = []) {
    harness.transport.on(
      .get, Self.search,
      response: .json(
        #"{"statuses": [\#(statuses.joined(separator: ","))], "accounts": [\#(accounts.joined(separator: ","))]}"#))
  }

  /// The post or profile that the server finds at an address; nil if the text is not an address.
  private func found(at address: String) async throws -> FoundAddress? {
    guard let address = FediverseAddress(address) else { return nil }
    return try await harness.timelines.found(at: address)
  }

  private static func post(_ url: String, uri: String? = nil) -> String {
    status("3", #""url": "\#(url)", "uri": "\#(uri ?? url)""#)
  }

  @Test(arguments: [
    "https://far.example/@grace/9", "https://FAR.example:443/@Grace/9/?utm_source=x#top",
    "http://far.example/%40grace/9", "https://far.example/users/grace/statuses/9",
  ])
  func `A post counts if its address or its ID there is the one asked for`(address: String) async throws {
    answer(statuses: [Self.post("https://far.example/@grace/9", uri: "https://far.example/users/grace/statuses/9")])
    #expect(try await harness.timelines.post(at: address)?.id == PostID("3"))
    // An ID is not an address that a user types.
    #expect(try await (found(at: address) != nil) == (FediverseAddress(address) != nil))
    #expect(harness.asked.allSatisfy { $0.hasPrefix(Self.search) })
  }

  @Test(arguments: [
    "https://far.example/@grace/99", "https://far.example/@alan/9", "https://other.example/@grace/9",
    "https://far.example:8443/@grace/9", "https://far.example/?p=9", "https://far.example/@grace",
  ])
  func `The only result is not taken for another address`(address: String) async throws {
    answer(
      statuses: [Self.post("https://far.example/@grace/9")],
      accounts: [#"{"id": "7", "acct": "hopper@far.example", "url": "https://far.example/@hopper"}"#])
    #expect(try await harness.timelines.post(at: address) == nil)
    #expect(try await found(at: address) == nil)
  }

  @Test func `Another address of a post is confirmed by the server in it`() async throws {
    answer(statuses: [Self.post("https://pleroma.example/objects/5e")])
    harness.transport.on(
      .get, "/api/v1/statuses/AbC",
      response: .json(Self.post("https://pleroma.example/notice/AbC", uri: "https://pleroma.example/objects/5e")),
      .json(Self.post("https://pleroma.example/notice/AbC", uri: "https://pleroma.example/objects/6f")))
    let address = "https://pleroma.example/notice/AbC"
    #expect(try await harness.timelines.post(at: address)?.id == PostID("3"))
    #expect(try await harness.timelines.post(at: address) == nil)
    let confirmation = try #require(harness.transport.requests.first { $0.url.path == "/api/v1/statuses/AbC" })
    #expect(confirmation.url.host == "pleroma.example" && confirmation.token == nil)
  }

  @Test(arguments: [
    ("https://far.example/@grace", true), ("https://far.example/users/Grace", true),
    ("https://timeline.example/@grace@far.example", true), ("https://far.example/@hopper", false),
    ("https://other.example/@grace", false),
  ])
  func `An account counts by its address or its handle`(address: String, isFound: Bool) async throws {
    answer(accounts: [#"{"id": "7", "acct": "grace@far.example", "url": "https://far.example/about/grace"}"#])
    #expect((try await found(at: address) != nil) == isFound)
  }

  @Test func `The lookup of a handle may not return another account`() async throws {
    harness.transport.on(
      .get, "/api/v1/accounts/lookup",
      response: .json(#"{"id": "1", "acct": "grace", "url": "https://timeline.example/@grace"}"#))
    answer(accounts: [#"{"id": "2", "acct": "grace@other.example", "url": "https://other.example/@grace"}"#])
    let error = await failure { () throws(TimelineError) in
      try await harness.timelines.profile(handle: "grace@far.example")
    }
    #expect(error == .unknownTimeline(name: "@grace@far.example", known: []))
  }

  @Test func `An account under the host of the page is confirmed by the server in the handle`() async throws {
    answer(accounts: [#"{"id": "2", "acct": "grace@social.far.example", "url": "https://social.far.example/grace"}"#])
    harness.transport.on(
      .get, "/.well-known/webfinger", query: ["resource": "acct:grace@far.example"],
      response: .json(
        """
        {"subject": "acct:grace@far.example", "links": [{"rel": "self", "type": "application/activity+json",
         "href": "https://social.far.example/grace"}]}
        """),
      .json(#"{"subject": "acct:grace@far.example", "links": [{"rel": "self", "href": "https://far.example/grace"}]}"#))
    #expect(try await harness.timelines.profile(handle: "grace@far.example").profile.id == "2")
    let other = await failure { () throws(TimelineError) in
      try await harness.timelines.profile(handle: "grace@far.example")
    }
    #expect(other == .unknownTimeline(name: "@grace@far.example", known: []))
    let request = try #require(harness.transport.requests.first { $0.url.path == "/.well-known/webfinger" })
    #expect(request.url.host == "far.example" && request.token == nil)
  }
}
