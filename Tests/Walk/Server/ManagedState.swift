import Foundation
import Network

/// The data that the user manages at a walk's server in addition to posts: lists, filters, hashtags, blocked servers,
/// notes and announcements.
struct ManagedState {
  struct ListedAccounts: Hashable {
    var id: Int
    var title: String
    var members: [String] = []
  }

  struct Filter: Hashable {
    struct Keyword: Hashable {
      var id: Int
      var phrase: String
    }

    var id: Int
    var title: String
    var keywords: [Keyword] = []
  }

  /// A request to the API, without its version.
  struct Request {
    var method: HTTPRequest.Method
    /// `lists/3/accounts`.
    var path: [String]
    var fields: [String: Any]
    var query: [HTTPAddress.QueryItem]
  }

  private(set) var lists = [ListedAccounts(id: 1, title: "Engines", members: ["2"])]
  private(set) var filters = [Filter(id: 1, title: "Spoilers", keywords: [Filter.Keyword(id: 1, phrase: "finale")])]
  private(set) var tags = ["loom"]
  private(set) var servers = ["spam.example"]
  private(set) var notes: [String: String] = [:]
  private(set) var flags: [String: Set<String>] = [:]
  private(set) var unfollowed: Set<String> = []
  private(set) var suggestions = [3, 4]
  private(set) var announcements = [(id: 1, isRead: false), (id: 2, isRead: true)]
  private(set) var reactions: Set<String> = []
  private(set) var displayName: String?
  private(set) var quotePolicies: [String: String] = [:]
  private var lastID = 10

  /// The relationship of the user with an account.
  func relationship(with id: String) -> String {
    let own = flags[id] ?? []
    return """
      {"id":"\(id)","following":\(!unfollowed.contains(id)),"showing_reblogs":true,\
      "notifying":\(own.contains("notify")),"endorsed":\(own.contains("endorse")),"muting":\(own.contains("mute")),\
      "blocking":\(own.contains("block")),"note":\(Self.quoted(notes[id] ?? ""))}
      """
  }
}

// MARK: - Requests

extension ManagedState {
  private static let done = ServerModel.Response(body: "{}")
  private static let absent = ServerModel.Response(status: 404, body: #"{"error":"Record not found"}"#)

  /// - Parameter account: the JSON of an account.
  /// - Returns: nil if the request is about something else.
  mutating func response(to request: Request, account: (Int) -> String) -> ServerModel.Response? {
    let rest = Array(request.path.dropFirst())
    switch request.path.first {
    case "lists": return listResponse(request, rest, account)
    case "filters": return filterResponse(request, rest)
    case "followed_tags": return ServerModel.Response(body: Self.list(tags.map(tag)))
    case "tags" where rest.count == 2: return followTag(rest[0], rest[1] == "follow")
    case "domain_blocks": return serverResponse(request)
    case "suggestions": return suggestionResponse(request, rest, account)
    case "announcements": return announcementResponse(request, rest)
    case "accounts" where request.method != .get && rest.count == 2: return change(rest[0], rest[1], request)
    case "accounts" where request.method == .patch:
      displayName = request.fields["display_name"] as? String ?? displayName
      return ServerModel.Response(body: account(1))
    case "statuses" where rest.last == "translate":
      return ServerModel.Response(
        body: #"{"content":"<p>Good day</p>","detected_source_language":"en","provider":"Walk"}"#)
    case "statuses" where rest.last == "quotes": return ServerModel.Response(body: "[]")
    case "statuses" where rest.last == "interaction_policy" && request.method == .put:
      quotePolicies[rest[0]] = request.fields["quote_approval_policy"] as? String
      return nil
    case "trends" where rest.first == "links":
      return ServerModel.Response(
        body: #"[{"url":"https://example.org/a","title":"On looms","history":[{"accounts":"7"}]}]"#)
    case "trends" where rest.first == "tags": return ServerModel.Response(body: Self.list(["loom", "cards"].map(tag)))
    default: return nil
    }
  }

  private mutating func listResponse(
    _ request: Request, _ rest: [String], _ account: (Int) -> String
  ) -> ServerModel.Response {
    func json(_ list: ListedAccounts) -> String {
      #"{"id":"\#(list.id)","title":\#(Self.quoted(list.title)),"replies_policy":"list","exclusive":false}"#
    }
    guard let id = rest.first else {
      guard request.method == .post else { return ServerModel.Response(body: Self.list(lists.map(json))) }
      guard let title = request.fields["title"] as? String, !title.isEmpty else {
        return Self.invalid("Title is missing")
      }
      lastID += 1
      lists.append(ListedAccounts(id: lastID, title: title))
      return ServerModel.Response(body: json(lists[lists.count - 1]))
    }
    guard let index = lists.firstIndex(where: { String($0.id) == id }) else { return Self.absent }
    if rest.count == 2 {
      let named = request.query.filter { $0.name == "account_ids[]" }.map(\.value)
      switch request.method {
      case .post:
        let added = request.fields["account_ids"] as? [String] ?? []
        guard Set(added).isDisjoint(with: lists[index].members) else {
          return Self.invalid("Account has already been taken")
        }
        lists[index].members += added
      case .delete: lists[index].members.removeAll(where: named.contains)
      default: return ServerModel.Response(body: Self.list(lists[index].members.compactMap { Int($0) }.map(account)))
      }
      return Self.done
    }
    switch request.method {
    case .delete: lists.remove(at: index)
    case .put: lists[index].title = request.fields["title"] as? String ?? lists[index].title
    default: return ServerModel.Response(body: json(lists[index]))
    }
    return Self.done
  }

  private mutating func filterResponse(_ request: Request, _ rest: [String]) -> ServerModel.Response {
    func json(_ filter: Filter) -> String {
      let keywords = filter.keywords.map {
        #"{"id":"\#($0.id)","keyword":\#(Self.quoted($0.phrase)),"whole_word":true}"#
      }
      return """
        {"id":"\(filter.id)","title":\(Self.quoted(filter.title)),"context":["home"],"filter_action":"warn",\
        "keywords":\(Self.list(keywords))}
        """
    }
    let keywords = (request.fields["keywords_attributes"] as? [[String: Any]]) ?? []
    guard let id = rest.first else {
      guard request.method == .post else { return ServerModel.Response(body: Self.list(filters.map(json))) }
      lastID += 1
      let filter = changed(Filter(id: lastID, title: request.fields["title"] as? String ?? ""), by: keywords)
      filters.append(filter)
      return ServerModel.Response(body: json(filter))
    }
    guard let index = filters.firstIndex(where: { String($0.id) == id }) else { return Self.absent }
    if request.method == .delete {
      filters.remove(at: index)
      return Self.done
    }
    filters[index].title = request.fields["title"] as? String ?? filters[index].title
    filters[index] = changed(filters[index], by: keywords)
    return ServerModel.Response(body: json(filters[index]))
  }

  /// Adds keywords without an ID, and removes those that are to be destroyed.
  private mutating func changed(_ old: Filter, by keywords: [[String: Any]]) -> Filter {
    var filter = old
    for keyword in keywords {
      let id = (keyword["id"] as? String).flatMap { Int($0) }
      if keyword["_destroy"] as? Bool == true {
        filter.keywords.removeAll { $0.id == id }
      } else if id == nil, let phrase = keyword["keyword"] as? String {
        lastID += 1
        filter.keywords.append(Filter.Keyword(id: lastID, phrase: phrase))
      }
    }
    return filter
  }

  private mutating func followTag(_ name: String, _ isOn: Bool) -> ServerModel.Response {
    let name = name.lowercased()
    tags.removeAll { $0 == name }
    if isOn { tags.append(name) }
    return ServerModel.Response(body: tag(name))
  }

  private mutating func serverResponse(_ request: Request) -> ServerModel.Response {
    let host = request.fields["domain"] as? String ?? request.query.first { $0.name == "domain" }?.value ?? ""
    switch request.method {
    case .post:
      guard host.contains(".") else { return Self.invalid("Domain is not a valid domain name") }
      if !servers.contains(host) { servers.append(host) }
    case .delete: servers.removeAll { $0 == host }
    default: return ServerModel.Response(body: Self.list(servers.map(Self.quoted)))
    }
    return Self.done
  }

  private mutating func suggestionResponse(
    _ request: Request, _ rest: [String], _ account: (Int) -> String
  ) -> ServerModel.Response {
    guard request.method == .delete else {
      return ServerModel.Response(body: Self.list(suggestions.map { #"{"source":"staff","account":\#(account($0))}"# }))
    }
    suggestions.removeAll { String($0) == rest.first }
    return Self.done
  }

  private mutating func announcementResponse(_ request: Request, _ rest: [String]) -> ServerModel.Response {
    guard let id = rest.first else {
      let all = announcements.map { announcement in
        let own = reactions.filter { $0.hasPrefix("\(announcement.id) ") }.sorted().map {
          #"{"name":\#(Self.quoted(String($0.drop { $0 != " " }.dropFirst()))),"count":1,"me":true}"#
        }
        return """
          {"id":"\(announcement.id)","content":"<p>Maintenance \(announcement.id)</p>","read":\(announcement.isRead),\
          "published_at":"2026-11-20T11:00:00Z","reactions":\(Self.list(own))}
          """
      }
      return ServerModel.Response(body: Self.list(all))
    }
    if rest.count == 3 {
      let reaction = "\(id) \(rest[2].removingPercentEncoding ?? rest[2])"
      if request.method == .put { reactions.insert(reaction) } else { reactions.remove(reaction) }
    } else {
      for index in announcements.indices where String(announcements[index].id) == id {
        announcements[index].isRead = true
      }
    }
    return Self.done
  }

  private mutating func change(_ account: String, _ verb: String, _ request: Request) -> ServerModel.Response {
    switch verb {
    case "note": notes[account] = request.fields["comment"] as? String
    case "follow":
      unfollowed.remove(account)
      if let isOn = request.fields["notify"] as? Bool { set("notify", isOn, of: account) }
    case "unfollow": unfollowed.insert(account)
    default: set(verb.hasPrefix("un") ? String(verb.dropFirst(2)) : verb, !verb.hasPrefix("un"), of: account)
    }
    return ServerModel.Response(body: relationship(with: account))
  }

  private mutating func set(_ flag: String, _ isOn: Bool, of account: String) {
    if isOn { flags[account, default: []].insert(flag) } else { flags[account, default: []].remove(flag) }
  }
}

// MARK: - As JSON

extension ManagedState {
  private static func invalid(_ reason: String) -> ServerModel.Response {
    ServerModel.Response(status: 422, body: #"{"error":\#(quoted("Validation failed: \(reason)"))}"#)
  }

  private func tag(_ name: String) -> String {
    #"{"name":\#(Self.quoted(name)),"following":\#(tags.contains(name)),"history":[{"uses":"12"}]}"#
  }

  private static func list(_ values: [String]) -> String { "[\(values.joined(separator: ","))]" }

  private static func quoted(_ text: String) -> String {
    (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }
}
