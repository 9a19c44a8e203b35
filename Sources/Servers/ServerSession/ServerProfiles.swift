import Domain
import Runtime

/// Profiles of a server. Cached for five minutes; their posts are cached like those of all timelines.
public final class ServerProfiles: ProfileRepository {
  private enum Key: Hashable {
    case id(String)
    case handle(String)
  }

  private struct Response {
    var page: ProfilePage
    /// The actions that its relationship includes.
    var revision: UserChanges.Revision
  }

  private let remote: any RemoteProfiles
  private let timelines: any TimelineRepository
  private let responses: ExpiringCache<Key, Response>
  private let changes: UserChanges

  /// - Parameter changes: actions confirmed since a request are applied to its response.
  public init(
    remote: any RemoteProfiles, timelines: any TimelineRepository, changes: UserChanges = UserChanges(),
    clock: any WallClock
  ) {
    self.remote = remote
    self.timelines = timelines
    self.changes = changes
    responses = ExpiringCache(clock: clock)
  }

  public var tabs: [ProfileTab] { ProfileTab.allCases }

  public func profile(_ profile: Profile, _ freshness: Freshness) async throws(TimelineError) -> ProfilePage {
    let handle = Key.handle(profile.handle.lowercased())
    let key = profile.id.map(Key.id) ?? handle
    let response = try await responses.value(for: key, freshness) { [remote, changes] () throws(TimelineError) in
      let revision = changes.currentRevision
      return Response(page: try await remote.profile(profile), revision: revision)
    }
    var page = response.page
    guard let id = page.profile.id else { return page }
    // Mentioned accounts are known by handle only.
    if key == handle { responses.store(response, for: .id(id)) }
    page.relationship = page.relationship.map {
      changes.apply(to: $0, with: id, requiresApproval: page.isLocked, requestedAt: response.revision)
    }
    return page
  }

  public var listsProfiles: Bool { true }

  /// A page of a list of accounts. Not cached.
  public func profiles(
    in list: ProfileList, after cursor: RemoteCursor?
  ) async throws(TimelineError) -> ProfileListPage {
    try await remote.profiles(in: list, after: cursor)
  }

  /// The relationships with accounts whose IDs are known. They are not cached.
  public func relationships(with profiles: [Profile]) async throws(TimelineError) -> [String: Relationship] {
    let ids = profiles.compactMap(\.id)
    guard !ids.isEmpty else { return [:] }
    let revision = changes.currentRevision
    let relationships = try await remote.relationships(with: ids)
    responses.updateAll { response in
      guard let relationship = response.page.profile.id.flatMap({ relationships[$0] }) else { return response }
      var response = response
      (response.page.relationship, response.revision) = (relationship, revision)
      return response
    }
    return Dictionary(
      uniqueKeysWithValues: relationships.map { id, relationship in
        (id, changes.apply(to: relationship, with: id, requestedAt: revision))
      })
  }

  public func posts(
    of profile: Profile, _ tab: ProfileTab, _ request: PageRequest
  ) async throws(TimelineError) -> TimelinePage {
    try await timelines.page(of: .profile(try await id(of: profile), tab), request)
  }

  private func id(of profile: Profile) async throws(TimelineError) -> String {
    if let id = profile.id { return id }
    guard let id = try await self.profile(profile, .cached).profile.id else {
      throw .unknownTimeline(name: profile.label, known: [])
    }
    return id
  }
}

/// Earlier versions of posts at a server, cached for five minutes.
public final class ServerPostHistories: PostHistoryRepository {
  private let server: any PostHistoryRepository
  private let responses: ExpiringCache<PostID, [PostVersion]>

  public init(_ server: any PostHistoryRepository, clock: any WallClock) {
    self.server = server
    responses = ExpiringCache(clock: clock)
  }

  public func versions(of post: PostID, _ freshness: Freshness) async throws(TimelineError) -> [PostVersion] {
    try await responses.value(for: post, freshness) { [server] () throws(TimelineError) in
      try await server.versions(of: post, .fresh)
    }
  }
}
