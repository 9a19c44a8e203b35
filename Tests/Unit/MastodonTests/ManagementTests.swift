import Domain
import FolderSupport
import Foundation
import Network
import NetworkSupport
import TestSupport
import Testing

@testable import Mastodon

/// Filters, lists, hashtags, blocked servers and the own profile.
struct ManagementTests {
  private static let host = "timeline.example"
  private static let filters = "/api/v2/filters"
  private static let lists = "/api/v1/lists"

  private let harness: ServerHarness
  private let management: MastodonManagement

  init() throws {
    harness = try ServerHarness()
    management = MastodonManagement(client: harness.client)
  }

  // MARK: - Filters

  private static let spoilers = """
    {"id": "19972", "title": "Spoilers", "context": ["home", "thread", "later"], "expires_at": "2026-11-21T12:00:00Z",
     "filter_action": "hide", "keywords": [{"id": "1197", "keyword": "finale", "whole_word": true},
     {"id": "1198", "keyword": "#drwho", "whole_word": false}], "statuses": [{"id": "1", "status_id": "9"}]}
    """

  @Test func `A filter is read with its words`() async throws {
    harness.transport.on(.get, Self.filters, response: .json("[\(Self.spoilers), 5]"))
    #expect(
      try await management.serverFilters()
        == ServerFilters([
          ServerFilter(
            id: "19972", title: "Spoilers",
            keywords: [.init(id: "1197", "finale"), .init(id: "1198", "#drwho", isWholeWord: false)],
            contexts: [.home, .thread], expiresAt: .noon.addingTimeInterval(86_400), hides: true,
            otherContexts: ["later"], postCount: 1)
        ]))
  }

  @Test func `A new filter is created with its words, places and end`() async throws {
    harness.transport.on(.get, Self.filters, response: .json("[]"))
    harness.transport.on(.post, Self.filters, response: .json(Self.spoilers))
    try await management.save(
      ServerFilter(
        title: "Spoilers", keywords: [.init("finale"), .init("#drwho", isWholeWord: false)],
        contexts: [.thread, .home], expiresAt: .noon.addingTimeInterval(3_600)))
    #expect(
      harness.sent.last
        == #"POST /api/v2/filters {"context":["home","thread"],"expires_in":"3600","filter_action":"warn","#
        + ##""keywords_attributes":[{"keyword":"finale","whole_word":true},{"keyword":"#drwho","whole_word":false}],"##
        + #""title":"Spoilers"}"#)
    #expect(harness.transport.requests.last?.isRepeatable == false)
  }

  @Test func `A change keeps, adds and removes words by their IDs`() async throws {
    harness.transport.on(.get, Self.filters, response: .json("[\(Self.spoilers)]"))
    harness.transport.on(.put, Self.filters + "/19972", response: .json(Self.spoilers))
    var filter = try await management.serverFilters().filters[0]
    filter.setPhrases(words: ["finale", "epilogue"], parts: [])
    filter.expiresAt = nil
    try await management.save(filter)
    #expect(
      harness.sent.last
        == #"PUT /api/v2/filters/19972 {"expires_in":"","keywords_attributes":"#
        + #"[{"keyword":"epilogue","whole_word":true},{"_destroy":true,"id":"1198"}]}"#)
  }

  @Test func `What Tern does not know of a filter goes back as it came`() async throws {
    let blurred = Self.spoilers.replacing(#""filter_action": "hide""#, with: #""filter_action": "blur""#)
    harness.transport.on(.get, Self.filters, response: .json("[\(blurred)]"))
    harness.transport.on(.put, Self.filters + "/19972", response: .json(blurred))
    var filter = try await management.serverFilters().filters[0]
    #expect(filter.otherAction == "blur" && filter.otherContexts == ["later"] && !filter.hides)
    filter.title = "Looms"
    try await management.save(filter)
    #expect(harness.sent.last == #"PUT /api/v2/filters/19972 {"title":"Looms"}"#)
    filter.contexts = [.home, .account]
    filter.otherAction = nil
    try await management.save(filter)
    #expect(
      harness.sent.last
        == #"PUT /api/v2/filters/19972 {"context":["home","account","later"],"filter_action":"warn","title":"Looms"}"#)
    filter = try await management.serverFilters().filters[0]
    let count = harness.sent.count
    try await management.save(filter)
    #expect(harness.sent.count == count + 1 && harness.sent.last == "GET /api/v2/filters")
  }

  @Test func `A filter without an end is created without the field, and an end is removed as the server reads it`()
    async throws
  {
    harness.transport.on(.get, Self.filters, response: .json("[\(Self.spoilers)]"))
    harness.transport.on(.post, Self.filters, response: .json(Self.spoilers))
    try await management.save(ServerFilter(title: "Looms", keywords: [.init("loom")], contexts: [.home]))
    #expect(
      harness.sent.last
        == #"POST /api/v2/filters {"context":["home"],"filter_action":"warn","keywords_attributes":"#
        + #"[{"keyword":"loom","whole_word":true}],"title":"Looms"}"#)
    harness.transport.on(
      .put, Self.filters + "/19972",
      response: .json(#"{"error": "could not parse expires_in value  as integer"}"#, status: 422),
      .json(Self.spoilers))
    var filter = try await management.serverFilters().filters[0]
    filter.expiresAt = nil
    try await management.save(filter)
    #expect(
      harness.sent.suffix(2) == [
        #"PUT /api/v2/filters/19972 {"expires_in":""}"#, #"PUT /api/v2/filters/19972 {"expires_in":"0"}"#,
      ])
  }

  @Test func `A lost answer is resolved by the list`() async throws {
    harness.transport.on(.get, Self.filters, response: .json("[]"), .json("[\(Self.spoilers)]"))
    harness.transport.on(.post, Self.filters, response: .failure(.unreachable(host: Self.host, .cut)))
    let filter = ServerFilter(title: "Spoilers", keywords: [.init("finale")], contexts: [.home])
    try await management.save(filter)
    #expect(harness.sent.filter { $0.hasPrefix("POST") }.count == 1)
    // A filter with this title was there before.
    #expect(await failure { () async throws(TimelineError) in try await management.save(filter) }?.isOffline == true)
  }

  @Test func `A refusal has the server’s words, and a deleted filter is deleted`() async throws {
    harness.transport.on(.get, Self.filters, response: .json("[]"))
    harness.transport.on(
      .post, Self.filters, response: .json(#"{"error": "Validation failed: Keywords is too short"}"#, status: 422))
    let refused = await failure { () async throws(TimelineError) in
      try await management.save(ServerFilter(title: "x", contexts: [.home]))
    }
    #expect(refused == .refused(host: Self.host, message: "Validation failed: Keywords is too short"))
    harness.transport.on(
      .delete, Self.filters + "/1", response: .json(#"{"error": "Record not found"}"#, status: 404))
    try await management.deleteFilter("1")
  }

  @Test func `A server without these endpoints does not support them`() async throws {
    let unsupported = TimelineError.unsupported(host: Self.host)
    for path in [
      "/api/v2/filters", "/api/v1/filters", "/api/v1/lists", "/api/v1/followed_tags", "/api/v1/domain_blocks",
    ] {
      harness.transport.on(.get, path, response: .status(404))
    }
    #expect(await failure { () async throws(TimelineError) in try await management.serverFilters() } == unsupported)
    #expect(await failure { () async throws(TimelineError) in try await management.userLists() } == unsupported)
    #expect(await failure { () async throws(TimelineError) in try await management.followedTags() } == unsupported)
    #expect(await failure { () async throws(TimelineError) in try await management.blockedServers() } == unsupported)
  }

  // MARK: - Lists

  @Test func `Lists are read, created and changed`() async throws {
    let list = #"{"id": "3", "title": "Friends", "replies_policy": "followed", "exclusive": true}"#
    harness.transport.on(.get, Self.lists, response: .json(#"[\#(list), {"id": "4", "title": "Old"}]"#))
    harness.transport.on(.post, Self.lists, response: .json(list))
    harness.transport.on(.put, Self.lists + "/4", response: .json(list))
    let friends = UserList(id: "3", title: "Friends", replies: .followed, isExclusive: true)
    let old = UserList(id: "4", title: "Old", replies: nil, isExclusive: nil)
    #expect(try await management.userLists() == [friends, old])
    try await management.save(UserList(title: "New"))
    #expect(
      harness.sent.last == #"POST /api/v1/lists {"exclusive":false,"replies_policy":"list","title":"New"}"#)
    try await management.save(UserList(id: "4", title: "Older", replies: nil, isExclusive: nil))
    #expect(harness.sent.last == #"PUT /api/v1/lists/4 {"title":"Older"}"#)
  }

  @Test func `What the user has not changed of a list stays as it is at the server`() async throws {
    harness.transport.on(.put, Self.lists + "/3", response: .json(#"{"id": "3", "title": "Looms"}"#))
    let old = UserList(id: "3", title: "Friends", replies: .followed, isExclusive: true)
    try await management.save(old, replacing: old)
    #expect(harness.sent.isEmpty)
    var new = old
    new.title = "Looms"
    try await management.save(new, replacing: old)
    new.isExclusive = false
    try await management.save(new, replacing: old)
    #expect(
      harness.sent == [
        #"PUT /api/v1/lists/3 {"title":"Looms"}"#, #"PUT /api/v1/lists/3 {"exclusive":false,"title":"Looms"}"#,
      ])
  }

  @Test func `All members are loaded, page by page`() async throws {
    let path = Self.lists + "/3/accounts"
    let next = "<https://timeline.example\(path)?limit=200&max_id=55>; rel=\"next\""
    harness.transport.on(
      .get, path, response: .json(#"[{"id": "7", "acct": "grace"}]"#, headers: ["Link": next]))
    harness.transport.on(.get, path, query: ["max_id": "55"], response: .json(#"[{"id": "8", "acct": "alan"}]"#))
    #expect(try await management.members(ofList: "3").map(\.id) == ["7", "8"])
  }

  // MARK: - Hashtags and servers

  @Test func `Followed hashtags and blocked servers are listed`() async throws {
    harness.transport.on(.get, "/api/v1/followed_tags", response: .json(#"[{"name": "loom", "following": true}]"#))
    harness.transport.on(.get, "/api/v1/domain_blocks", response: .json(#"["spam.example", "", 5]"#))
    #expect(try await management.followedTags() == [ServerMatches.Tag(name: "loom", isFollowed: true)])
    #expect(try await management.blockedServers().first == "spam.example")
  }

  @Test func `An older server features accounts with a pin`() async throws {
    harness.transport.on(
      .post, "/api/v1/accounts/7/pin", response: .json(#"{"id": "7", "following": true, "endorsed": true}"#))
    let result = try await harness.actions.perform(.endorse(true, account: "7"))
    #expect(result == .relationship(Relationship(flags: [.following, .endorsing])))
  }

  @Test func `Notifications of posts need a follow`() async throws {
    let path = "/api/v1/accounts/relationships"
    harness.transport.on(.get, path, response: .json(#"[{"id": "7", "following": false}]"#))
    let refused = await failure { () async throws(TimelineError) in
      try await harness.actions.perform(.notify(true, account: "7"))
    }
    #expect(
      refused == .refused(host: Self.host, message: "You can only be notified of posts by people you follow."))
    harness.transport.on(.get, path, response: .json(#"[{"id": "7", "following": true}]"#))
    harness.transport.on(
      .post, "/api/v1/accounts/7/follow", response: .json(#"{"id": "7", "following": true, "notifying": true}"#))
    _ = try await harness.actions.perform(.notify(true, account: "7"))
    #expect(harness.sent.last == #"POST /api/v1/accounts/7/follow {"notify":true}"#)
  }

  @Test func `Familiar followers are those of the account that was asked about`() async throws {
    harness.transport.on(
      .get, "/api/v1/accounts/familiar_followers", query: ["id[]": "7"],
      response: .json(#"[{"id": "6", "accounts": []}, {"id": "7", "accounts": [{"id": "8", "acct": "alan"}]}]"#))
    let page = try await harness.timelines.profiles(in: .familiarFollowers(of: "7"), after: nil)
    #expect(page.profiles.map(\.id) == ["8"] && page.next == nil)
  }

  // MARK: - The own profile

  private static let update = "/api/v1/accounts/update_credentials"
  private static let own = """
    {"id": "1", "username": "ada", "acct": "ada", "display_name": "Ada", "locked": false, "bot": false,
     "note": "<p>html</p>", "source": {"note": "I weave\\nalgebra", "privacy": "unlisted", "sensitive": false,
     "language": "en", "fields": [{"name": "Web", "value": "https://a.example"}]}}
    """

  private func profile() async throws -> EditableProfile {
    harness.transport.on(.get, "/api/v1/accounts/verify_credentials", response: .json(Self.own))
    return try await management.ownProfile()
  }

  @Test func `The profile has its source texts`() async throws {
    #expect(
      try await profile()
        == EditableProfile(
          name: "Ada", bio: "I weave\nalgebra", fields: [.init(name: "Web", value: "https://a.example")],
          visibility: .unlisted, language: "en"))
  }

  @Test func `Only what was changed is sent`() async throws {
    let old = try await profile()
    harness.transport.on(.patch, Self.update, response: .json(Self.own))
    var new = old
    (new.name, new.isLocked, new.visibility, new.fields) = ("Ada L.", true, .followers, [])
    try await management.save(new, replacing: old)
    #expect(
      harness.sent.last
        == "PATCH \(Self.update) display_name=Ada+L.&locked=true&source%5Bprivacy%5D=private"
        + "&fields_attributes%5B0%5D%5Bname%5D=&fields_attributes%5B0%5D%5Bvalue%5D="
        || harness.sent.last
          == "PATCH \(Self.update) display_name=Ada%20L.&locked=true&source%5Bprivacy%5D=private"
          + "&fields_attributes%5B0%5D%5Bname%5D=&fields_attributes%5B0%5D%5Bvalue%5D="
    )
    let count = harness.sent.count
    try await management.save(old, replacing: old)
    #expect(harness.sent.count == count)
  }

  @Test func `All fields of the profile go back, however many there are`() async throws {
    let fields = (1...6).map { #"{"name": "F\#($0)", "value": "v\#($0)"}"# }.joined(separator: ", ")
    let stated = Self.own.replacing(#"{"name": "Web", "value": "https://a.example"}"#, with: fields)
    harness.transport.on(.get, "/api/v1/accounts/verify_credentials", response: .json(stated))
    harness.transport.on(.patch, Self.update, response: .json(stated))
    let old = try await management.ownProfile()
    #expect(old.fields?.map(\.name) == ["F1", "F2", "F3", "F4", "F5", "F6"])
    var new = old
    new.fields?[1].value = "changed"
    try await management.save(new, replacing: old)
    let body = harness.sent.last?.removingPercentEncoding ?? ""
    #expect(body.contains("fields_attributes[1][value]=changed&"))
    #expect(body.hasSuffix("fields_attributes[5][name]=F6&fields_attributes[5][value]=v6"))
  }

  @Test func `Without source texts, biography and fields are not sent back as text`() async throws {
    let account = """
      {"id": "1", "acct": "ada", "display_name": "Ada", "note": "<p>I <b>weave</b></p>",
       "fields": [{"name": "Web", "value": "<a href='https://a.example'>a.example</a>"}]}
      """
    harness.transport.on(.get, "/api/v1/accounts/verify_credentials", response: .json(account))
    harness.transport.on(.patch, Self.update, response: .json(account))
    let old = try await management.ownProfile()
    #expect(old.bio == nil && old.fields == nil)
    var new = old
    new.name = "Ada L."
    try await management.save(new, replacing: old)
    #expect(harness.sent.last == "PATCH \(Self.update) display_name=Ada%20L.")
  }

  @Test func `Who may quote is read and changed where the server states it`() async throws {
    #expect(try await profile().quotePolicy == nil)
    let stated = Self.own.replacing(#""privacy""#, with: #""quote_policy": "followers", "privacy""#)
    harness.transport.on(.get, "/api/v1/accounts/verify_credentials", response: .json(stated))
    let old = try await management.ownProfile()
    #expect(old.quotePolicy == .followers)
    var new = old
    new.quotePolicy = .nobody
    harness.transport.on(
      .patch, Self.update, response: .json(#"{"error": "Validation failed"}"#, status: 422),
      .failure(.unreachable(host: Self.host, .cut)), .json(stated))
    let save = { () async throws(TimelineError) in try await management.save(new, replacing: old) }
    #expect(await failure(save) == .refused(host: Self.host, message: "Validation failed"))
    #expect(await failure(save)?.isOffline == true)
    #expect(await failure(save) == nil)
    #expect(harness.sent.last == "PATCH \(Self.update) source%5Bquote_policy%5D=nobody")
    #expect(harness.transport.requests.last?.isRepeatable == true)
  }

  @Test func `A policy that Tern does not know is not offered`() async throws {
    let stated = Self.own.replacing(#""privacy""#, with: #""quote_policy": "mutuals", "privacy""#)
    harness.transport.on(.get, "/api/v1/accounts/verify_credentials", response: .json(stated))
    #expect(try await management.ownProfile().quotePolicy == nil)
  }

  @Test func `A picture is uploaded, and a missing one is not`() async throws {
    let old = try await profile()
    harness.transport.on(.patch, Self.update, response: .json(Self.own))
    let folder = TemporaryFolder()
    try folder.write("picture", to: "me.png")
    var new = old
    new.avatar = folder.path(of: "me.png")
    try await management.save(new, replacing: old)
    let request = try #require(harness.transport.requests.last)
    let head = String(decoding: request.upload?.head ?? [], as: UTF8.self)
    #expect(head.contains(#"name="avatar"; filename="avatar.png""#) && head.contains("image/png"))
    new.avatar = folder.path(of: "none.png")
    let missing = await failure { () async throws(TimelineError) in try await management.save(new, replacing: old) }
    #expect(missing?.path == folder.path(of: "none.png"))
  }
}
