import Domain
import Foundation
import Network
import NetworkSupport
import TestSupport
import Testing

@testable import Mastodon

/// Changes whose responses are lost: nothing is created or added twice.
struct LostChangeTests {
  private static let host = "timeline.example"
  private static let filters = "/api/v2/filters"
  private static let lists = "/api/v1/lists"
  private static let cut = ScriptedResponse.failure(.unreachable(host: host, .cut))
  private static let away = ScriptedResponse.failure(.unreachable(host: host, .noRoute))

  private let harness: ServerHarness
  private let management: MastodonManagement

  init() throws {
    harness = try ServerHarness()
    management = MastodonManagement(client: harness.client)
  }

  private func failure<Value: Sendable>(_ request: () async throws(TimelineError) -> Value) async -> TimelineError? {
    await MastodonTests.failure(request)
  }

  private func sent(_ method: String) -> [String] { harness.sent.filter { $0.hasPrefix(method + " ") } }

  // MARK: - Lists

  private static let friends = #"{"id": "3", "title": "Friends", "replies_policy": "list", "exclusive": false}"#

  /// The first attempt has arrived; neither its response nor the list could be read.
  @Test func `A list is created once, also if its creation could not be looked up`() async throws {
    harness.transport.on(.get, Self.lists, response: .json("[]"), Self.away, .json("[\(Self.friends)]"))
    harness.transport.on(.post, Self.lists, response: Self.cut)
    harness.transport.on(.put, Self.lists + "/3", response: .json(Self.friends))
    let list = UserList(title: "Friends")
    #expect(
      await failure { () async throws(TimelineError) in try await management.save(list) }
        == .offline(host: Self.host, .cut))
    var changed = list
    changed.replies = UserList.RepliesPolicy.none
    try await management.save(changed)
    #expect(sent("POST").count == 1)
    #expect(
      sent("PUT") == [#"PUT /api/v1/lists/3 {"exclusive":false,"replies_policy":"none","title":"Friends"}"#])
  }

  @Test func `A list that did not arrive is created by the next attempt`() async throws {
    harness.transport.on(.get, Self.lists, response: .json("[]"))
    harness.transport.on(.post, Self.lists, response: Self.cut, .json(Self.friends))
    let list = UserList(title: "Friends")
    #expect(await failure { () async throws(TimelineError) in try await management.save(list) }?.isOffline == true)
    try await management.save(list)
    #expect(sent("POST").count == 2)
  }

  @Test func `Two lists may have the same title`() async throws {
    harness.transport.on(.get, Self.lists, response: .json("[\(Self.friends)]"))
    harness.transport.on(.post, Self.lists, response: .json(Self.friends))
    try await management.save(UserList(title: "Friends"))
    try await management.save(UserList(title: "Friends"))
    #expect(sent("POST").count == 2 && sent("PUT").isEmpty)
  }

  /// A proxy times out while the server handles the request.
  @Test(arguments: [500, 502, 504]) func `The list tells whether a failed request has created it`(status: Int)
    async throws
  {
    harness.transport.on(.get, Self.lists, response: .json("[]"), .json("[\(Self.friends)]"))
    harness.transport.on(.post, Self.lists, response: .status(status))
    try await management.save(UserList(title: "Friends"))
    #expect(sent("POST").count == 1)
  }

  @Test func `A refused list is not looked up, and created by the next attempt`() async throws {
    harness.transport.on(.get, Self.lists, response: .json("[]"))
    harness.transport.on(
      .post, Self.lists,
      response: .json(#"{"error": "Validation failed: You have reached the maximum number of lists"}"#, status: 422),
      .json(Self.friends))
    let list = UserList(title: "Friends")
    #expect(
      await failure { () async throws(TimelineError) in try await management.save(list) }
        == .refused(host: Self.host, message: "Validation failed: You have reached the maximum number of lists"))
    #expect(sent("GET").count == 1)
    try await management.save(list)
    #expect(sent("POST").count == 2)
  }

  @Test func `A list whose deletion was lost is deleted by the next attempt`() async throws {
    harness.transport.on(
      .delete, Self.lists + "/3", response: Self.cut, .json(#"{"error": "Record not found"}"#, status: 404))
    #expect(await failure { () async throws(TimelineError) in try await management.deleteList("3") }?.isOffline == true)
    try await management.deleteList("3")
  }

  /// Mastodon refuses an account that is on the list.
  @Test func `A member whose addition was lost is on the list`() async throws {
    harness.transport.on(
      .post, Self.lists + "/3/accounts", response: Self.cut,
      .json(#"{"error": "Validation failed: Account has already been taken"}"#, status: 422))
    harness.transport.on(.get, "/api/v1/accounts/7/lists", response: .json("[\(Self.friends)]"))
    let add = { [management] () async throws(TimelineError) in try await management.setMember("7", ofList: "3", true) }
    #expect(await failure(add)?.isOffline == true)
    try await add()
  }

  @Test func `A member that is refused is named with the reason`() async throws {
    harness.transport.on(
      .post, Self.lists + "/3/accounts", response: .json(#"{"error": "You do not follow this account"}"#, status: 422))
    harness.transport.on(.get, "/api/v1/accounts/7/lists", response: .json("[]"))
    #expect(
      await failure { () async throws(TimelineError) in try await management.setMember("7", ofList: "3", true) }
        == .refused(host: Self.host, message: "You do not follow this account"))
  }

  // MARK: - Filters

  private static func filter(_ keywords: String) -> String {
    """
    {"id": "9", "title": "Spoilers", "context": ["home"], "filter_action": "warn", "keywords": [\(keywords)]}
    """
  }

  private static let finale = #"{"id": "1", "keyword": "finale", "whole_word": true}"#
  private static let epilogue = #"{"id": "2", "keyword": "epilogue", "whole_word": true}"#

  @Test func `A filter is created once, and gets what was changed since`() async throws {
    harness.transport.on(
      .get, Self.filters, response: .json("[]"), Self.away, .json("[\(Self.filter(Self.finale))]"))
    harness.transport.on(.post, Self.filters, response: Self.cut)
    harness.transport.on(.put, Self.filters + "/9", response: .json(Self.filter(Self.finale)))
    var filter = ServerFilter(title: "Spoilers", keywords: [.init("finale")], contexts: [.home])
    #expect(await failure { () async throws(TimelineError) in try await management.save(filter) }?.isOffline == true)
    filter.keywords.append(.init("epilogue"))
    try await management.save(filter)
    #expect(sent("POST").count == 1)
    #expect(
      sent("PUT") == [
        #"PUT /api/v2/filters/9 {"keywords_attributes":[{"keyword":"epilogue","whole_word":true}]}"#
      ])
  }

  /// Each keyword without an ID is added.
  @Test func `A word whose addition was lost is not added again`() async throws {
    harness.transport.on(
      .get, Self.filters, response: .json("[\(Self.filter(Self.finale))]"),
      .json("[\(Self.filter("\(Self.finale), \(Self.epilogue)"))]"))
    harness.transport.on(.put, Self.filters + "/9", response: Self.cut, .json(Self.filter(Self.finale)))
    var filter = ServerFilter(
      id: "9", title: "Spoilers", keywords: [.init(id: "1", "finale")], contexts: [.home])
    filter.setPhrases(words: ["finale", "epilogue"], parts: [])
    #expect(await failure { () async throws(TimelineError) in try await management.save(filter) }?.isOffline == true)
    #expect(harness.transport.requests.last?.isRepeatable == false)
    try await management.save(filter)
    #expect(sent("PUT").count == 1)
  }

  @Test func `The same word twice is two words`() async throws {
    harness.transport.on(.get, Self.filters, response: .json("[\(Self.filter(Self.finale))]"))
    harness.transport.on(.put, Self.filters + "/9", response: .json(Self.filter(Self.finale)))
    let filter = ServerFilter(
      id: "9", title: "Spoilers", keywords: [.init(id: "1", "finale"), .init("finale")], contexts: [.home])
    try await management.save(filter)
    #expect(sent("PUT").last?.contains(#"[{"keyword":"finale","whole_word":true}]"#) == true)
  }
}

/// Features that a server refuses or that are out of reach: the error has its words, and nothing is repeated.
struct FeatureFailureTests {
  private static let host = "timeline.example"
  private static let request = NotificationRequest.fixture("Ada")

  /// A request of a feature, and the other requests that it sends.
  struct Feature: Sendable, CustomTestStringConvertible {
    let name: String
    let perform: @Sendable (ServerHarness) async throws(TimelineError) -> Void
    var testDescription: String { name }

    init(_ name: String, _ perform: @escaping @Sendable (ServerHarness) async throws(TimelineError) -> Void) {
      (self.name, self.perform) = (name, perform)
    }

    init(_ action: UserAction) {
      self.init(action.kind.rawValue) { harness throws(TimelineError) in _ = try await harness.actions.perform(action) }
    }

    static func management(
      _ name: String, _ perform: @escaping @Sendable (MastodonManagement) async throws(TimelineError) -> Void
    ) -> Feature {
      Feature(name) { harness throws(TimelineError) in
        try await perform(MastodonManagement(client: harness.client))
      }
    }
  }

  static let features: [Feature] = [
    Feature(.note("met at the loom", account: "7")), Feature(.notify(true, account: "7")),
    Feature(.showReposts(false, account: "7")), Feature(.endorse(true, account: "7")),
    Feature(.blockServer(true, "spam.example")), Feature(.followTag(true, "loom")),
    Feature(.setQuotePolicy(.followers, PostID("5"))), Feature(.revokeQuote(of: PostID("4"), by: PostID("5"))),
    Feature(.readConversation("41")), Feature(.removeConversation("41")),
    Feature(.addToList(true, list: "3", account: "7")),
    Feature("accept") { harness throws(TimelineError) in try await harness.timelines.accept(request) },
    Feature("dismiss") { harness throws(TimelineError) in try await harness.timelines.dismiss(request) },
    Feature("policy") { harness throws(TimelineError) in
      _ = try await harness.timelines.setTreatment(.drop, of: .newAccounts)
    },
    Feature("suggestion") { harness throws(TimelineError) in
      try await harness.timelines.removeSuggestion(of: Profile(id: "7", handle: "far"))
    },
    Feature("announcement") { harness throws(TimelineError) in
      try await harness.timelines.dismiss(Announcement(id: "8", text: PostText()))
    },
    Feature("translation") { harness throws(TimelineError) in
      _ = try await harness.timelines.translation(of: PostID("5"))
    },
    .management("new list") { management throws(TimelineError) in try await management.save(UserList(title: "x")) },
    .management("list") { management throws(TimelineError) in
      try await management.save(UserList(id: "3", title: "x"))
    },
    .management("list deleted") { management throws(TimelineError) in try await management.deleteList("3") },
    .management("filter deleted") { management throws(TimelineError) in try await management.deleteFilter("9") },
  ]

  /// Everything that is read before a change succeeds.
  private func harness(_ response: ScriptedResponse) throws -> ServerHarness {
    let harness = try ServerHarness()
    let transport = harness.transport
    transport.on(
      .get, "/api/v1/accounts/relationships",
      response: .json(#"[{"id": "7", "following": true, "showing_reblogs": true}]"#))
    transport.on(.get, "/api/v1/accounts/7", response: .json(#"{"id": "7", "acct": "grace", "username": "grace"}"#))
    transport.on(.get, "/api/v1/accounts/7/lists", response: .json("[]"))
    transport.on(.get, "/api/v1/statuses/5", response: .json(status("5")))
    transport.on(.get, "/api/v1/lists", response: .json("[]"))
    for (method, path) in [
      (HTTPRequest.Method.post, "/api/v1/accounts/7/note"), (.post, "/api/v1/accounts/7/follow"),
      (.post, "/api/v1/accounts/7/endorse"), (.post, "/api/v1/accounts/7/pin"), (.post, "/api/v1/domain_blocks"),
      (.post, "/api/v1/tags/loom/follow"), (.put, "/api/v1/statuses/5/interaction_policy"),
      (.post, "/api/v1/statuses/4/quotes/5/revoke"), (.post, "/api/v1/conversations/41/read"),
      (.delete, "/api/v1/conversations/41"), (.post, "/api/v1/lists/3/accounts"),
      (.post, "/api/v1/notifications/requests/ada/accept"), (.post, "/api/v1/notifications/requests/ada/dismiss"),
      (.patch, "/api/v2/notifications/policy"), (.delete, "/api/v1/suggestions/7"),
      (.post, "/api/v1/announcements/8/dismiss"),
      (.post, "/api/v1/statuses/5/translate"), (.post, "/api/v1/lists"), (.put, "/api/v1/lists/3"),
      (.delete, "/api/v1/lists/3"), (.delete, "/api/v2/filters/9"),
    ] { transport.on(method, path, response: response) }
    return harness
  }

  private func failure(_ feature: Feature, _ response: ScriptedResponse) async throws -> (TimelineError?, [String]) {
    let harness = try harness(response)
    let error = await MastodonTests.failure { () async throws(TimelineError) in try await feature.perform(harness) }
    return (error, harness.sent.filter { !$0.hasPrefix("GET ") })
  }

  @Test(arguments: features, [403, 422]) func `A refusal has the words of the server`(
    feature: Feature, status: Int
  ) async throws {
    let (error, sent) = try await failure(feature, .json(#"{"error": "This is not allowed"}"#, status: status))
    #expect(error == .refused(host: Self.host, message: "This is not allowed"))
    #expect(sent.count == 1)
  }

  @Test(arguments: features) func `Without a connection, nothing is repeated`(feature: Feature) async throws {
    let (error, sent) = try await failure(feature, .failure(.unreachable(host: Self.host, .noRoute)))
    #expect(error == .offline(host: Self.host, .noRoute))
    #expect(sent.count == 1)
  }

  @Test(arguments: features) func `A lost response is reported as such, and nothing is repeated`(
    feature: Feature
  ) async throws {
    let (error, sent) = try await failure(feature, .failure(.timedOut(host: Self.host, seconds: 30)))
    #expect(error == .timedOut(host: Self.host, seconds: 30))
    #expect(sent.count == 1)
  }

  /// A change succeeds if the missing resource makes it unnecessary; every other one is refused.
  @Test(arguments: features) func `What is missing is removed, or named in the words of the server`(
    feature: Feature
  ) async throws {
    let (error, _) = try await failure(feature, .json(#"{"error": "Record not found"}"#, status: 404))
    switch feature.name {
    case "showReposts", "revokeQuote", "readConversation", "removeConversation", "accept", "dismiss", "list deleted",
      "filter deleted":
      #expect(error == nil)
    default: #expect(error == .refused(host: Self.host, message: "Record not found"))
    }
  }

  // MARK: - Reading

  static let reads: [Feature] = [
    Feature("quotes") { harness throws(TimelineError) in
      _ = try await harness.timelines.page(of: TimelineQuery(.quotes(of: PostID("5"))), at: .newest, limit: 20)
    },
    Feature("conversations") { harness throws(TimelineError) in
      _ = try await harness.timelines.page(of: .conversations, at: .newest, limit: 20)
    },
    Feature("notifications of a request") { harness throws(TimelineError) in
      _ = try await harness.timelines.notifications(in: request)
    },
    Feature("policy") { harness throws(TimelineError) in _ = try await harness.timelines.notificationPolicy() },
    Feature("trends") { harness throws(TimelineError) in _ = try await harness.timelines.trends(.fresh) },
    Feature("suggestions") { harness throws(TimelineError) in _ = try await harness.timelines.suggestions(.fresh) },
    Feature("announcements") { harness throws(TimelineError) in _ = try await harness.timelines.announcements(.fresh) },
    Feature("description") { harness throws(TimelineError) in
      _ = try await harness.timelines.description(.fresh)
    },
    Feature("address") { harness throws(TimelineError) in
      guard let address = FediverseAddress("https://far.example/@grace/1") else { return }
      _ = try await harness.timelines.found(at: address)
    },
    Feature("markers") { harness throws(TimelineError) in _ = try await harness.timelines.markers() },
    .management("lists") { management throws(TimelineError) in _ = try await management.userLists() },
    .management("members") { management throws(TimelineError) in _ = try await management.members(ofList: "3") },
    .management("hashtags") { management throws(TimelineError) in _ = try await management.followedTags() },
    .management("servers") { management throws(TimelineError) in _ = try await management.blockedServers() },
    .management("profile") { management throws(TimelineError) in _ = try await management.ownProfile() },
  ]

  private func failure(reading feature: Feature, _ response: ScriptedResponse) async throws -> TimelineError? {
    let harness = try ServerHarness()
    for path in [
      "/api/v1/statuses/5/quotes", "/api/v1/conversations", "/api/v1/notifications", "/api/v2/notifications/policy",
      "/api/v1/trends/tags", "/api/v1/trends/links", "/api/v1/trends/statuses", "/api/v2/suggestions",
      "/api/v1/announcements", "/api/v2/instance", "/api/v1/instance", "/api/v2/search", "/api/v1/markers",
      "/api/v1/lists", "/api/v1/lists/3/accounts", "/api/v1/followed_tags", "/api/v1/domain_blocks",
      "/api/v1/accounts/verify_credentials",
    ] { harness.transport.on(.get, path, response: response) }
    return await MastodonTests.failure { () async throws(TimelineError) in try await feature.perform(harness) }
  }

  @Test(arguments: reads) func `What cannot be read is offline, or has timed out`(feature: Feature) async throws {
    #expect(
      try await failure(reading: feature, .failure(.unreachable(host: Self.host, .noRoute)))
        == .offline(host: Self.host, .noRoute))
    #expect(
      try await failure(reading: feature, .failure(.timedOut(host: Self.host, seconds: 30)))
        == .timedOut(host: Self.host, seconds: 30))
  }

  @Test(arguments: reads) func `Reading that is refused has the words of the server`(feature: Feature) async throws {
    let error = try await failure(reading: feature, .json(#"{"error": "This is not allowed"}"#, status: 422))
    switch feature.name {
    // A server without markers needs none; a token that is verified with 422 is unknown.
    case "markers": #expect(error == nil || error == .refused(host: Self.host, message: "This is not allowed"))
    case "profile": #expect(error == .sessionExpired(handle: "ada@timeline.example", host: Self.host))
    default: #expect(error == .refused(host: Self.host, message: "This is not allowed"))
    }
  }
}
