import Domain
import Formats
import FoundationEssentials
import Network

extension MastodonTimelines {
  /// - Throws: `unknownTimeline` if the server does not have the timeline.
  public func page(
    of query: TimelineQuery, at position: RemotePosition, limit: Int
  ) async throws(TimelineError) -> RemotePage {
    do throws(ServerFailure) {
      return try await loadPage(of: query, at: position, limit: max(1, limit))
    } catch  where error.isUnknownEndpoint {
      if query.timeline == .conversations { capabilityCache.markUnsupported(.conversations, now: now) }
      throw client.isAnonymous
        ? .unsupported(host: client.host) : .unknownTimeline(name: query.timeline.title, known: [])
    } catch {
      throw error.error
    }
  }

  private func loadPage(
    of query: TimelineQuery, at position: RemotePosition, limit: Int
  ) async throws(ServerFailure) -> RemotePage {
    let route = try await route(to: query)
    guard let route else {
      throw ServerFailure(error: .unknownTimeline(name: query.timeline.title, known: []))
    }
    if case .tag(let name) = query.timeline, let tags = TagCombination(name), tags.isCombined {
      return try await page(of: tags, query.parameters, route, at: position, limit: limit)
    }
    // Entries right above another one cannot be requested.
    if case .above = position, !route.isPagedByEntries { return RemotePage(canFill: false) }
    do throws(ServerFailure) {
      return try await page(route, at: position, limit: limit)
    } catch  where route.content == .groupedNotifications && error.isUnknownEndpoint {
      capabilityCache.markUnsupported(.groupedNotifications, now: now)
      return try await loadPage(of: query, at: position, limit: limit)
    }
  }

  private func route(to query: TimelineQuery) async throws(ServerFailure) -> TimelineRoute? {
    var isGrouped = false
    if query.timeline == .notifications, !capabilityCache.isUnsupported(.groupedNotifications, now: now) {
      do throws(TimelineError) {
        isGrouped = try await capabilities().groupsNotifications
      } catch {
        throw ServerFailure(error: error)
      }
    }
    return TimelineRoute(query, at: client.server, groupsNotifications: isGrouped)
  }

  private func page(
    _ route: TimelineRoute, at position: RemotePosition, limit: Int
  ) async throws(ServerFailure) -> RemotePage {
    try await load(route, at: position, limit: limit).page
  }

  /// A page, and the response that it was read from.
  func load(
    _ route: TimelineRoute, at position: RemotePosition, limit: Int
  ) async throws(ServerFailure) -> (page: RemotePage, value: JSONValue) {
    let pageSize = min(limit, capabilityCache.pageLimit)
    do throws(ServerFailure) {
      return try await request(route, at: position, limit: pageSize)
    } catch {
      // Some servers refuse a high limit, where others cap it.
      guard let smaller = error.pageLimit(below: pageSize) else { throw error }
      let loaded = try await request(route, at: position, limit: smaller)
      capabilityCache.pageLimit = smaller
      return loaded
    }
  }

  private func request(
    _ route: TimelineRoute, at position: RemotePosition, limit: Int
  ) async throws(ServerFailure) -> (page: RemotePage, value: JSONValue) {
    let response = try await client.get(route.address(at: position, limit: limit))
    let value = try client.value(of: response)
    return (page(value, of: response, route, at: position, limit: limit), value)
  }
}

extension MastodonTimelines {
  private func page(
    _ value: JSONValue, of response: ServerResponse, _ route: TimelineRoute, at position: RemotePosition, limit: Int
  ) -> RemotePage {
    let found = found(in: value, route, upTo: Self.maxEntries(limit))
    var page = RemotePage(canFill: route.isPagedByEntries, isRegenerating: response.status == 206)
    var seen: Set<PostKey> = []
    for (cursor, post, status) in found {
      // Some servers include the entry of the cursor.
      guard cursor == nil || cursor != position.cursor?.rawValue else { continue }
      guard let cursor, cursor.utf8.count <= Self.maxCursorBytes, let post else {
        page.skipped += 1
        page.hasOmissions = true
        if let cursor { page.omitted.insert(RemoteCursor(cursor)) } else { page.isContiguous = false }
        continue
      }
      guard seen.insert(post.key).inserted else {
        page.hasOmissions = true
        page.omitted.insert(RemoteCursor(cursor))
        continue
      }
      // Filtered posts stay in the page, so that they can be counted and shown.
      var entry = status.map { filtered(post, by: $0, in: route.filterScope) } ?? post
      entry.assign(to: account)
      page.entries.append(RemoteEntry(cursor: RemoteCursor(cursor), post: entry))
    }
    page.older = older(than: found.map(\.cursor), response, route, at: position, limit: limit)
    return page
  }

  private typealias ListedStatus = (cursor: String?, post: Post?, status: JSONValue?)

  /// In bytes. A longer cursor could not be sent.
  private static let maxCursorBytes = 2_048

  /// The maximum number of entries read from a page of a server that ignores the limit.
  private static func maxEntries(_ limit: Int) -> Int { 4 * limit }

  private func found(in value: JSONValue, _ route: TimelineRoute, upTo count: Int) -> [ListedStatus] {
    let statuses = reader
    let notifications = MastodonNotificationReader(statuses: statuses)
    switch route.content {
    case .statuses, .search:
      let list = route.content == .search ? value["statuses"] : value
      return list?.elements.prefix(count).map { ($0["id"]?.text, statuses.entry($0), $0) } ?? []
    case .notifications:
      return value.elements.prefix(count).map { ($0["id"]?.text, notifications.entry($0), $0["status"]) }
    case .conversations:
      // A conversation whose posts were all deleted has none to show.
      return value.elements.prefix(count).filter { $0["last_status"]?.isObject == true }.map {
        ($0["last_status"]?["id"]?.text, notifications.conversation($0), nil)
      }
    case .groupedNotifications:
      let shown = Dictionary(
        (value["statuses"]?.elements ?? []).prefix(count).compactMap { status in status["id"]?.text.map { ($0, status) }
        },
        uniquingKeysWith: { first, _ in first })
      return notifications.entries(ofGroups: value, upTo: count).map { group, entry in
        let status = group["status_id"]?.text.flatMap { shown[$0] }
        return (group["most_recent_notification_id"]?.text, entry, status)
      }
    }
  }

  /// The cursor for older entries: from the server's link if there is one, otherwise the last ID of the page.
  private func older(
    than cursors: [String?], _ response: ServerResponse, _ route: TimelineRoute, at position: RemotePosition, limit: Int
  ) -> RemoteCursor? {
    if case .above(let cursor) = position { return cursor }
    if route.content == .search { return olderMatches(count: cursors.count, at: position, limit: limit) }
    let links = PageLinks(response)
    if let next = links.next { return next == position.cursor ? nil : next }
    // A link to newer entries but none to older ones: the list ends here.
    guard route.isPagedByEntries, !links.isComplete, let last = cursors.last(where: { $0 != nil }) ?? nil else {
      return nil
    }
    return last == position.cursor?.rawValue ? nil : RemoteCursor(last)
  }

  private func olderMatches(count: Int, at position: RemotePosition, limit: Int) -> RemoteCursor? {
    guard count >= limit else { return nil }
    let offset = position.cursor.flatMap { Int($0.rawValue.drop { !$0.isNumber }) } ?? 0
    return offset > 1_000_000 ? nil : RemoteCursor([.init("offset", String(offset + count))])
  }
}

extension RemotePosition {
  var cursor: RemoteCursor? {
    switch self {
    case .newest: nil
    case .above(let cursor), .below(let cursor): cursor
    }
  }
}
