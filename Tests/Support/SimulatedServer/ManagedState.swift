import Foundation
import Network

/// The data that the user manages at a simulated server in addition to posts: lists, filters, hashtags, blocked servers,
/// notes and announcements.
public struct ManagedState: Sendable {
  public struct ListedAccounts: Sendable {
    let id: Int
    public internal(set) var title: String
    /// The IDs of accounts.
    public internal(set) var members: [String] = []
  }

  public struct Filter: Sendable {
    public struct Keyword: Sendable {
      let id: Int
      public let phrase: String
    }

    let id: Int
    public internal(set) var title: String
    public internal(set) var keywords: [Keyword] = []
  }

  /// A request to the API, without its version.
  struct Request {
    var method: HTTPRequest.Method
    /// `lists/3/accounts`.
    var path: [String]
    var fields: [String: Any]
    var query: [HTTPAddress.QueryItem]
  }

  public private(set) var lists: [ListedAccounts] = []
  public private(set) var filters: [Filter] = []
  /// Followed hashtags.
  public private(set) var tags: [String] = []
  private var servers: [String] = []
  /// By account.
  public private(set) var notes: [String: String] = [:]
  /// `notify`, `endorse`, `mute` and `block` by account.
  public private(set) var flags: [String: Set<String>] = [:]
  private var unfollowed: Set<String> = []
  /// The IDs of accounts.
  public private(set) var suggestions: [Int] = []
  public private(set) var announcements: [(id: Int, isRead: Bool)] = []
  private var lastID = 10

  static var populated: ManagedState {
    var state = ManagedState()
    state.lists = [ListedAccounts(id: 1, title: "Engines", members: ["2"])]
    state.filters = [Filter(id: 1, title: "Spoilers", keywords: [Filter.Keyword(id: 1, phrase: "finale")])]
    state.tags = ["loom"]
    state.servers = ["spam.example"]
    state.suggestions = [3, 4]
    state.announcements = [(id: 1, isRead: false), (id: 2, isRead: true)]
    return state
  }

  /// The relationship of the user with an account.
  func relationship(with id: String) -> String {
    let own = flags[id] ?? []
    return """
      {"id":"\(id)","following":\(!unfollowed.contains(id)),"showing_reblogs":true,\
      "notifying":\(own.contains("notify")),"endorsed":\(own.contains("endorse")),"muting":\(own.contains("mute")),\
      "blocking":\(own.contains("block")),"note":\(quoted(notes[id] ?? ""))}
      """
  }
}

// MARK: - Requests

extension ManagedState {
  typealias Response = SimulatedServer.Response

  /// - Parameter account: the JSON of an account.
  /// - Returns: nil if the request is about something else.
  mutating func response(to request: Request, account: (Int) -> String) -> Response? {
    let rest = Array(request.path.dropFirst())
    switch request.path.first {
    case "lists": return listResponse(request, rest, account)
    case "filters": return filterResponse(request, rest)
    case "followed_tags": return .list(tags.map(tag))
    case "tags" where rest.count == 2: return followTag(rest[0], rest[1] == "follow")
    case "domain_blocks": return serverResponse(request)
    case "suggestions": return suggestionResponse(request, rest, account)
    case "announcements": return announcementResponse(request, rest)
    case "accounts" where request.method != .get && rest.count == 2: return change(rest[0], rest[1], request)
    case "statuses" where rest.last == "translate":
      return Response(#"{"content":"<p>Good day</p>","detected_source_language":"en","provider":"Simulated"}"#)
    case "statuses" where rest.last == "quotes": return .list([])
    case "trends" where rest.first == "links":
      return Response(#"[{"url":"https://example.org/a","title":"On looms","history":[{"accounts":"7"}]}]"#)
    case "trends" where rest.first == "tags": return .list(["loom", "cards"].map(tag))
    default: return nil
    }
  }

  private mutating func listResponse(
    _ request: Request, _ rest: [String], _ account: (Int) -> String
  ) -> Response {
    func json(_ list: ListedAccounts) -> String {
      #"{"id":"\#(list.id)","title":\#(quoted(list.title)),"replies_policy":"list","exclusive":false}"#
    }
    guard let id = rest.first else {
      guard request.method == .post else { return .list(lists.map(json)) }
      guard let title = request.fields["title"] as? String, !title.isEmpty else {
        return .invalid("Title is missing")
      }
      lastID += 1
      lists.append(ListedAccounts(id: lastID, title: title))
      return Response(json(lists[lists.count - 1]))
    }
    guard let index = lists.firstIndex(where: { String($0.id) == id }) else { return .absent }
    if rest.count == 2 {
      let named = request.query.filter { $0.name == "account_ids[]" }.map(\.value)
      switch request.method {
      case .post:
        let added = request.fields["account_ids"] as? [String] ?? []
        guard Set(added).isDisjoint(with: lists[index].members) else {
          return .invalid("Account has already been taken")
        }
        lists[index].members += added
      case .delete: lists[index].members.removeAll(where: named.contains)
      default: return .list(lists[index].members.compactMap { Int($0) }.map(account))
      }
      return .done
    }
    switch request.method {
    case .delete: lists.remove(at: index)
    case .put: lists[index].title = request.fields["title"] as? String ?? lists[index].title
    default: return Response(json(lists[index]))
    }
    return .done
  }

  private mutating func filterResponse(_ request: Request, _ rest: [String]) -> Response {
    func json(_ filter: Filter) -> String {
      let keywords = filter.keywords.map {
        #"{"id":"\#($0.id)","keyword":\#(quoted($0.phrase)),"whole_word":true}"#
      }
      return """
        {"id":"\(filter.id)","title":\(quoted(filter.title)),"context":["home"],"filter_action":"warn",\
        "keywords":\(array(keywords))}
        """
    }
    let keywords = (request.fields["keywords_attributes"] as? [[String: Any]]) ?? []
    guard let id = rest.first else {
      guard request.method == .post else { return .list(filters.map(json)) }
      lastID += 1
      let filter = changed(Filter(id: lastID, title: request.fields["title"] as? String ?? ""), by: keywords)
      filters.append(filter)
      return Response(json(filter))
    }
    guard let index = filters.firstIndex(where: { String($0.id) == id }) else { return .absent }
    if request.method == .delete {
      filters.remove(at: index)
      return .done
    }
    filters[index].title = request.fields["title"] as? String ?? filters[index].title
    filters[index] = changed(filters[index], by: keywords)
    return Response(json(filters[index]))
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

  private mutating func followTag(_ name: String, _ isOn: Bool) -> Response {
    let name = name.lowercased()
    tags.removeAll { $0 == name }
    if isOn { tags.append(name) }
    return Response(tag(name))
  }

  private mutating func serverResponse(_ request: Request) -> Response {
    let host = request.fields["domain"] as? String ?? request.query.first { $0.name == "domain" }?.value ?? ""
    switch request.method {
    case .post:
      guard host.contains(".") else { return .invalid("Domain is not a valid domain name") }
      if !servers.contains(host) { servers.append(host) }
    case .delete: servers.removeAll { $0 == host }
    default: return .list(servers.map(quoted))
    }
    return .done
  }

  private mutating func suggestionResponse(
    _ request: Request, _ rest: [String], _ account: (Int) -> String
  ) -> Response {
    guard request.method == .delete else {
      return .list(suggestions.map { #"{"source":"staff","account":\#(account($0))}"# })
    }
    suggestions.removeAll { String($0) == rest.first }
    return .done
  }

  private mutating func announcementResponse(_ request: Request, _ rest: [String]) -> Response {
    guard let id = rest.first else {
      let all = announcements.map { announcement in
        """
        {"id":"\(announcement.id)","content":"<p>Maintenance \(announcement.id)</p>","read":\(announcement.isRead),\
        "published_at":"2026-11-20T11:00:00Z"}
        """
      }
      return .list(all)
    }
    for index in announcements.indices where String(announcements[index].id) == id {
      announcements[index].isRead = true
    }
    return .done
  }

  private mutating func change(_ account: String, _ verb: String, _ request: Request) -> Response {
    switch verb {
    case "note": notes[account] = request.fields["comment"] as? String
    case "follow":
      unfollowed.remove(account)
      if let isOn = request.fields["notify"] as? Bool { set("notify", isOn, of: account) }
    case "unfollow": unfollowed.insert(account)
    default: set(verb.hasPrefix("un") ? String(verb.dropFirst(2)) : verb, !verb.hasPrefix("un"), of: account)
    }
    return Response(relationship(with: account))
  }

  private mutating func set(_ flag: String, _ isOn: Bool, of account: String) {
    if isOn { flags[account, default: []].insert(flag) } else { flags[account, default: []].remove(flag) }
  }

  private func tag(_ name: String) -> String {
    #"{"name":\#(quoted(name)),"following":\#(tags.contains(name)),"history":[{"uses":"12"}]}"#
  }
}
