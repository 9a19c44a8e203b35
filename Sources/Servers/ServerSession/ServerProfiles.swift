import Domain
import Runtime

/// Profiles of a server. Cached for five minutes; their posts are cached like those of all timelines.
public final class ServerProfiles: ProfileRepository {
  private enum Key: Hashable {
    case id(String)
    case handle(String)
  }

  private let remote: any RemoteProfiles
  private let timelines: any TimelineRepository
  private let responses: ExpiringCache<Key, ProfilePage>
  private let actions: ActionQueue?

  public convenience init(remote: any RemoteProfiles, timelines: any TimelineRepository, clock: any WallClock) {
    self.init(remote: remote, timelines: timelines, actions: nil, clock: clock)
  }

  /// - Parameter actions: The user's pending actions, to apply to relationships.
  init(
    remote: any RemoteProfiles, timelines: any TimelineRepository, actions: ActionQueue?, clock: any WallClock
  ) {
    self.remote = remote
    self.timelines = timelines
    self.actions = actions
    responses = ExpiringCache(clock: clock)
  }

  public var tabs: [ProfileTab] { ProfileTab.allCases }

  /// - Throws: `TimelineError` if the server did not return the profile.
  public func profile(_ profile: Profile, _ freshness: Freshness) async throws(TimelineError) -> ProfilePage {
    let handle = Key.handle(profile.handle.lowercased())
    let key = profile.id.map(Key.id) ?? handle
    let page = try await responses.value(for: key, freshness) { [remote, actions] () throws(TimelineError) in
      guard let overlay = await actions?.loadedOverlay() else { return try await remote.profile(profile) }
      let revision = overlay.currentRevision
      return overlay.applyCompleted(to: try await remote.profile(profile), requestedAt: revision)
    }
    // Mentioned accounts are known by handle only.
    if let id = page.profile.id, key == handle { responses.store(page, for: .id(id)) }
    return overlaidPage(page)
  }

  public var listsProfiles: Bool { true }

  /// A page of a list of accounts. Not cached.
  /// - Throws: `TimelineError` if the server did not return it.
  public func profiles(
    in list: ProfileList, after cursor: RemoteCursor?
  ) async throws(TimelineError) -> ProfileListPage {
    try await remote.profiles(in: list, after: cursor)
  }

  /// The relationships with accounts whose IDs are known, with the user's actions applied. They are not cached.
  /// - Throws: `TimelineError` if the server did not return them.
  public func relationships(with profiles: [Profile]) async throws(TimelineError) -> [String: Relationship] {
    let ids = profiles.compactMap(\.id)
    guard !ids.isEmpty else { return [:] }
    let overlay = await actions?.loadedOverlay()
    let revision = overlay?.currentRevision
    var relationships = try await remote.relationships(with: ids)
    if let overlay, let revision {
      for (id, relationship) in relationships {
        let page = ProfilePage(profile: Profile(id: id, handle: ""), relationship: relationship)
        relationships[id] = overlay.applyCompleted(to: page, requestedAt: revision).relationship
      }
    }
    var locked: Set<String> = []
    responses.updateAll { page in
      guard let id = page.profile.id, let relationship = relationships[id] else { return page }
      if page.isLocked { locked.insert(id) }
      var page = page
      page.relationship = relationship
      return page
    }
    guard let overlay else { return relationships }
    return Dictionary(
      uniqueKeysWithValues: relationships.map { id, relationship in
        (id, overlay.applyPending(to: relationship, with: id, requiresApproval: locked.contains(id)))
      })
  }

  /// Updates the relationship with an account after an action was requested, undone or confirmed.
  /// - Parameter result: The server's response; nil while pending.
  /// - Returns: The relationship to show; nil if unknown.
  func updateRelationship(after action: UserAction, _ result: ActionResult?) -> Relationship? {
    guard let id = action.account else { return nil }
    var known: ProfilePage?
    responses.updateAll { page in
      guard page.profile.id == id else { return page }
      var page = page
      switch result {
      case .relationship(let updated): page.relationship = updated
      case .done: page.relationship = page.relationship?.applying(action, requiresApproval: page.isLocked)
      case .post, nil: break
      }
      known = page
      return page
    }
    if let known { return overlaidPage(known).relationship }
    guard case .relationship(let updated)? = result else { return nil }
    return actions?.overlay.applyPending(to: updated, with: id, requiresApproval: false) ?? updated
  }

  /// The page with pending actions applied. The cache has it as the server returned it.
  private func overlaidPage(_ page: ProfilePage) -> ProfilePage {
    guard let overlay = actions?.overlay, let id = page.profile.id, let relationship = page.relationship else {
      return page
    }
    var page = page
    page.relationship = overlay.applyPending(to: relationship, with: id, requiresApproval: page.isLocked)
    return page
  }

  /// - Throws: `TimelineError` if the server or the cache failed.
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

  /// - Throws: `TimelineError` if the server did not return the versions.
  public func versions(of post: PostID, _ freshness: Freshness) async throws(TimelineError) -> [PostVersion] {
    try await responses.value(for: post, freshness) { [server] () throws(TimelineError) in
      try await server.versions(of: post, .fresh)
    }
  }
}
