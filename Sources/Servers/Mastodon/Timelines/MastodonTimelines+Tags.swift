import Domain
import Formats

/// Timelines of several hashtags. GoToSocial, snac and Takahē ignore all but the first one. The timelines of the others
/// are then merged here, and posts that do not belong to the combination are left out.
extension MastodonTimelines {
  /// - Parameter route: that of the combination.
  func page(
    of tags: TagCombination, _ parameters: TimelineParameters, _ route: TimelineRoute, at position: RemotePosition,
    limit: Int
  ) async throws(ServerFailure) -> RemotePage {
    if capabilityCache.isSupported(.combinedTags, now: now) {
      return try await load(route, at: position, limit: limit).page
    }
    guard let name = tags.any.first, tags.any.count > 1 else {
      return TaggedPage(try await load(route, at: position, limit: limit)).page(of: tags)
    }
    // Upwards, a page of one hashtag may end below that of another. Gaps are filled from above.
    if case .above = position { return RemotePage() }
    let isIgnored = capabilityCache.isUnsupported(.combinedTags, now: now)
    let first =
      try await isIgnored
      ? page(ofTag: name, parameters, at: position, limit: limit) : TaggedPage(load(route, at: position, limit: limit))
    let others = tags.any.dropFirst()
    if !isIgnored, first.hasEntry(with: others, without: name) {
      capabilityCache.markSupported(.combinedTags, now: now)
      return first.page
    }
    var merged = first
    for name in others { merged.merge(try await page(ofTag: name, parameters, at: position, limit: limit)) }
    if !isIgnored, merged.page.entries.count > first.entries(from: merged.page).count {
      capabilityCache.markUnsupported(.combinedTags, now: now)
    }
    return merged.page(of: tags)
  }

  private func page(
    ofTag name: String, _ parameters: TimelineParameters, at position: RemotePosition, limit: Int
  ) async throws(ServerFailure) -> TaggedPage {
    guard
      let route = TimelineRoute(TimelineQuery(.tag(name), parameters), at: client.server, groupsNotifications: false)
    else {
      return TaggedPage()
    }
    do throws(ServerFailure) {
      return TaggedPage(try await load(route, at: position, limit: limit))
    } catch  where error.isUnknownEndpoint {
      // No post has the hashtag.
      return TaggedPage()
    }
  }
}

/// A page of a hashtag's timeline, or several merged ones, with the hashtags of each post.
private struct TaggedPage {
  private(set) var page = RemotePage()
  /// Folded; the posts whose hashtags the server does not list are missing.
  private var names: [RemoteCursor: Set<String>] = [:]

  init() {}

  init(_ loaded: (page: RemotePage, value: JSONValue)) {
    page = loaded.page
    for status in loaded.value.elements {
      guard let id = status["id"]?.text, let tags = status["tags"], !tags.elements.isEmpty else { continue }
      names[RemoteCursor(id)] = Set(tags.elements.compactMap { $0["name"]?.name.map(Self.folded) })
    }
  }

  private static func folded(_ name: String) -> String { SearchWords.words(in: name).map(\.folded).joined() }

  private func has(_ name: String, _ entry: RemoteEntry) -> Bool {
    names[entry.cursor]?.contains(Self.folded(name)) == true || entry.post.hasTag(name)
  }

  func hasEntry(with others: some Collection<String>, without name: String) -> Bool {
    page.entries.contains { entry in !has(name, entry) && others.contains { has($0, entry) } }
  }

  /// The entries that another page lists, too.
  func entries(from other: RemotePage) -> [RemoteEntry] {
    let listed = Set(other.entries.map(\.cursor))
    return page.entries.filter { listed.contains($0.cursor) }
  }

  /// The page without the posts that do not belong to a combination.
  func page(of tags: TagCombination) -> RemotePage {
    var page = page
    page.entries.removeAll { entry in !tags.matches { has($0, entry) } }
    if page.entries.count < self.page.entries.count { page.hasOmissions = true }
    return page
  }

  /// Adds the page of another hashtag at the same position. Below the higher of both ends, posts of one may be missing.
  mutating func merge(_ other: TaggedPage) {
    let ends = [end, other.end].compactMap(\.self)
    let end = ends.dropFirst().first.map { $0.isNewer(than: ends[0]) == true ? $0 : ends[0] } ?? ends.first
    let known = Set(page.entries.map(\.cursor))
    page.entries += other.page.entries.filter { !known.contains($0.cursor) }
    page.entries.sort { upper, lower in
      upper.cursor.isNewer(than: lower.cursor)
        ?? (upper.post.createdAt ?? .distantPast > lower.post.createdAt ?? .distantPast)
    }
    if let end { page.entries.removeAll { end.isNewer(than: $0.cursor) == true } }
    page.older = end
    page.hasOmissions = page.hasOmissions || other.page.hasOmissions
    page.omitted.formUnion(other.page.omitted)
    page.skipped += other.page.skipped
    names.merge(other.names) { $0.union($1) }
  }

  /// The ID below which the server continues; nil if it has no more.
  private var end: RemoteCursor? {
    guard let older = page.older else { return nil }
    return older.items == nil ? older : page.entries.last?.cursor
  }
}
