import Domain
import Formats
import Network

/// The endpoint of a timeline, and how its responses are read.
struct TimelineRoute {
  enum Content {
    case statuses, notifications, groupedNotifications, conversations, search
  }

  var address: HTTPAddress
  var content = Content.statuses
  /// The scope of the filters to apply.
  private(set) var filterScope = FilterScope.none
  /// Whether entry IDs can be used as cursors. If not, only the server's `Link` header leads to other pages.
  var isPagedByEntries = true

  /// nil if the API has no endpoint for the timeline.
  init?(_ query: TimelineQuery, at server: HTTPAddress, groupsNotifications: Bool) {
    switch query.timeline {
    case .home: self.init(address: server.at("api", "v1", "timelines", "home"))
    case .notifications:
      self.init(
        address: server.at("api", groupsNotifications ? "v2" : "v1", "notifications"),
        content: groupsNotifications ? .groupedNotifications : .notifications)
    // Mastodon pages conversations by the IDs of their last posts, Pleroma by those of the conversations.
    case .conversations:
      self.init(
        address: server.at("api", "v1", "conversations"), content: .conversations, isPagedByEntries: false)
    case .local:
      let local = HTTPAddress.QueryItem("local", "true")
      self.init(address: server.at("api", "v1", "timelines", "public", query: [local]))
    case .federated: self.init(address: server.at("api", "v1", "timelines", "public"))
    case .favourites: self.init(address: server.at("api", "v1", "favourites"), isPagedByEntries: false)
    case .bookmarks: self.init(address: server.at("api", "v1", "bookmarks"), isPagedByEntries: false)
    case .list(let id): self.init(address: server.at("api", "v1", "timelines", "list", id))
    case .tag(let name): self.init(address: Self.address(ofTag: name, at: server))
    case .profile(let id, let part):
      self.init(
        address: server.at("api", "v1", "accounts", id, "statuses", query: part.query))
    case .quotes(let post):
      self.init(
        address: server.at("api", "v1", "statuses", post.rawValue, "quotes"), isPagedByEntries: false)
    case .search(let words):
      self.init(
        address: server.at("api", "v2", "search", query: [.init("q", words), .init("type", "statuses")]),
        content: .search, isPagedByEntries: false)
    case .searchOfAll, .publicTimeline, .merged, .named: return nil
    }
    filterScope = query.timeline.filterScope
    // Documentation, methods/timelines.
    if query.parameters.onlyMedia { address.query.append(.init("only_media", "true")) }
  }

  /// Documentation, methods/timelines, “hashtag timeline”.
  private static func address(ofTag name: String, at server: HTTPAddress) -> HTTPAddress {
    guard let tags = TagCombination(name), tags.isCombined, let first = tags.any.first ?? tags.all.first else {
      return server.at("api", "v1", "timelines", "tag", name)
    }
    let all = tags.any.isEmpty ? Array(tags.all.dropFirst()) : tags.all
    let query =
      tags.any.dropFirst().map { HTTPAddress.QueryItem("any[]", $0) }
      + all.map { HTTPAddress.QueryItem("all[]", $0) } + tags.none.map { HTTPAddress.QueryItem("none[]", $0) }
    return server.at("api", "v1", "timelines", "tag", first, query: query)
  }

  private init(
    address: HTTPAddress, content: Content = .statuses, isPagedByEntries: Bool = true
  ) {
    self.address = address
    self.content = content
    self.isPagedByEntries = isPagedByEntries
  }
}

extension ProfileTab {
  fileprivate var query: [HTTPAddress.QueryItem] {
    switch self {
    case .posts: [.init("exclude_replies", "true")]
    case .withReplies: []
    case .media: [.init("only_media", "true")]
    }
  }
}

extension TimelineRoute {
  /// The address of a page. Its query items replace those of the endpoint with the same name.
  func address(at position: RemotePosition, limit: Int) -> HTTPAddress {
    var query = [HTTPAddress.QueryItem("limit", String(limit))]
    switch position {
    case .newest: break
    case .above(let cursor): query.append(.init("min_id", cursor.rawValue))
    case .below(let cursor): query += cursor.items ?? [.init("max_id", cursor.rawValue)]
    }
    var address = address
    let named = Set(query.map(\.name))
    address.query = address.query.filter { !named.contains($0.name) } + query
    return address
  }
}

extension RemoteCursor {
  /// A cursor that stores a whole query, for links that contain more than an entry ID.
  init(_ items: [HTTPAddress.QueryItem]) {
    self.init("?" + String(decoding: FormBody(items).bytes, as: UTF8.self))
  }

  /// The query; nil if the cursor is an ID.
  var items: [HTTPAddress.QueryItem]? {
    rawValue.hasPrefix("?") ? HTTPAddress("https://cursor.invalid/" + rawValue)?.query : nil
  }
}
