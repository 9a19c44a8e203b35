import Domain
import Formats
import FoundationEssentials
import Network

extension MastodonTimelines {
  public func page(
    of timeline: TimelineID, at position: RemotePosition, limit: Int
  ) async throws(TimelineError) -> RemotePage {
    do throws(ServerFailure) {
      return try await answeredPage(of: timeline, at: position, limit: max(1, limit))
    } catch  where error.isUnknownQuestion {
      throw .unknownTimeline(name: timeline.title, known: [])
    } catch {
      throw error.error
    }
  }

  private func answeredPage(
    of timeline: TimelineID, at position: RemotePosition, limit: Int
  ) async throws(ServerFailure) -> RemotePage {
    let route = try await route(to: timeline)
    guard let route else {
      throw ServerFailure(error: .unknownTimeline(name: timeline.title, known: []))
    }
    // What lies right above an entry cannot be asked for.
    if case .above = position, !route.isPagedByEntries { return RemotePage(canFill: false) }
    do throws(ServerFailure) {
      return try await page(route, at: position, limit: limit)
    } catch  where route.content == .groupedNotifications && error.isUnknownQuestion {
      known.turnOff(.groupedNotifications, now: now)
      return try await answeredPage(of: timeline, at: position, limit: limit)
    }
  }

  private func route(to timeline: TimelineID) async throws(ServerFailure) -> TimelineRoute? {
    var isGrouped = false
    if timeline == .notifications, !known.isOff(.groupedNotifications, now: now) {
      do throws(TimelineError) {
        isGrouped = try await abilities().groupsNotifications
      } catch {
        throw ServerFailure(error: error)
      }
    }
    return TimelineRoute(timeline, at: client.server, groupsNotifications: isGrouped)
  }

  private func page(
    _ route: TimelineRoute, at position: RemotePosition, limit: Int
  ) async throws(ServerFailure) -> RemotePage {
    let wanted = min(limit, known.pageLimit)
    do throws(ServerFailure) {
      let answer = try await client.get(route.address(at: position, limit: wanted))
      return page(try client.value(of: answer), of: answer, route, at: position, limit: wanted)
    } catch {
      // Some refuse to give more than that at once, where others give fewer.
      guard let most = error.pageLimit(below: wanted) else { throw error }
      let page = try await client.get(route.address(at: position, limit: most))
      known.pageLimit = most
      return self.page(try client.value(of: page), of: page, route, at: position, limit: most)
    }
  }
}

extension MastodonTimelines {
  private func page(
    _ value: JSONValue, of answer: ServerResponse, _ route: TimelineRoute, at position: RemotePosition, limit: Int
  ) -> RemotePage {
    let found = found(in: value, route, upTo: Self.longest(limit))
    var page = RemotePage(canFill: route.isPagedByEntries, isRegenerating: answer.status == 206)
    var seen: Set<PostKey> = []
    for (cursor, post, status) in found {
      // Some servers give the entry along that was asked for what is beside it.
      guard cursor == nil || cursor != position.cursor?.rawValue else { continue }
      guard let cursor, cursor.utf8.count <= Self.longestCursor, let post else {
        page.skipped += 1
        page.leavesOut = true
        if let cursor { page.leftOut.insert(RemoteCursor(cursor)) } else { page.isWhole = false }
        continue
      }
      if page.newer == nil, route.content != .groupedNotifications { page.newer = RemoteCursor(cursor) }
      guard seen.insert(post.key).inserted else {
        page.leavesOut = true
        page.leftOut.insert(RemoteCursor(cursor))
        continue
      }
      // What is hidden is kept with the others, so that it can be counted, and shown.
      let filter = status.map { MastodonFilter(of: $0, in: route.filterScope, now: now) }
      var entry = filter?.applied(to: post) ?? post
      entry.assign(to: account)
      page.entries.append(RemoteEntry(cursor: RemoteCursor(cursor), post: entry))
    }
    page.newer = newer(answer) ?? page.newer
    page.older = older(than: found.map(\.cursor), answer, route, at: position, limit: limit)
    return page
  }

  private typealias Found = (cursor: String?, post: Post?, status: JSONValue?)

  /// In bytes. Beside what nobody can be led by, nothing could be asked for.
  private static let longestCursor = 2_048

  /// A server that gives more at once than was asked for is read so far, in entries.
  private static func longest(_ limit: Int) -> Int { 4 * limit }

  /// What lies above the answer, in the server's words. The newest notification of a group may be far above the page that
  /// it stands on.
  private func newer(_ answer: ServerResponse) -> RemoteCursor? {
    answer.links.previous?.query.last { $0.name == "min_id" && !$0.value.isEmpty }.map { RemoteCursor($0.value) }
  }

  private func found(in value: JSONValue, _ route: TimelineRoute, upTo count: Int) -> [Found] {
    let statuses = reader
    let notifications = MastodonNotificationReader(statuses: statuses)
    switch route.content {
    case .statuses, .search:
      let list = route.content == .search ? value["statuses"] : value
      return list?.elements.prefix(count).map { ($0["id"]?.text, statuses.entry($0), $0) } ?? []
    case .notifications:
      return value.elements.prefix(count).map { ($0["id"]?.text, notifications.entry($0), $0["status"]) }
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

  /// By the server's own link where it has one; else by the last id of the page.
  private func older(
    than cursors: [String?], _ answer: ServerResponse, _ route: TimelineRoute, at position: RemotePosition, limit: Int
  ) -> RemoteCursor? {
    if case .above(let cursor) = position { return cursor }
    if route.content == .search { return olderMatches(count: cursors.count, at: position, limit: limit) }
    let links = PageLinks(answer)
    if let next = links.next { return next == position.cursor ? nil : next }
    // A server that leads up and not down has no more.
    guard route.isPagedByEntries, !links.isComplete, let last = cursors.last(where: { $0 != nil }) ?? nil else {
      return nil
    }
    return last == position.cursor?.rawValue ? nil : RemoteCursor(last)
  }

  private func olderMatches(count: Int, at position: RemotePosition, limit: Int) -> RemoteCursor? {
    guard count >= limit else { return nil }
    let given = position.cursor.flatMap { Int($0.rawValue.drop { !$0.isNumber }) } ?? 0
    return given > 1_000_000 ? nil : RemoteCursor([.init("offset", String(given + count))])
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
