import Domain
import Runtime

/// The people whom a server tells of. Within five minutes the same person is not asked for again; their posts are kept as
/// those of all timelines are.
public final class ServerPeople: PeopleRepository {
  private enum Key: Hashable {
    case id(String)
    case handle(String)
  }

  private let remote: any RemotePeople
  private let timelines: any TimelineRepository
  private let answers: ExpiringCache<Key, ProfilePage>
  private let actions: ActionQueue?

  public convenience init(remote: any RemotePeople, timelines: any TimelineRepository, clock: any WallClock) {
    self.init(remote: remote, timelines: timelines, actions: nil, clock: clock)
  }

  /// - Parameter actions: what the reader has wanted of people, and the server does not know yet.
  init(
    remote: any RemotePeople, timelines: any TimelineRepository, actions: ActionQueue?, clock: any WallClock
  ) {
    self.remote = remote
    self.timelines = timelines
    self.actions = actions
    answers = ExpiringCache(clock: clock)
  }

  public var parts: [ProfileTab] { ProfileTab.allCases }

  public func person(_ person: Profile, _ freshness: Freshness) async throws(TimelineError) -> ProfilePage {
    let handle = Key.handle(person.handle.lowercased())
    let key = person.id.map(Key.id) ?? handle
    let page = try await answers.answer(to: key, freshness) { [remote, actions] () throws(TimelineError) in
      guard let pendingActions = await actions?.pendingActions() else { return try await remote.person(person) }
      let moment = pendingActions.now
      return pendingActions.applyDone(to: try await remote.person(person), askedAt: moment)
    }
    // Whoever is mentioned is known by the handle alone.
    if let id = page.profile.id, key == handle { answers.keep(page, for: .id(id)) }
    return shown(page)
  }

  /// The reader wants something of somebody, or no longer; or the server has agreed to that.
  /// - Parameter result: what the server has said; nil where it does not know yet.
  /// - Returns: what is shown of what there is between them now; nil where nobody has told.
  func relate(_ action: UserAction, _ result: ActionResult?) -> Relationship? {
    guard let id = action.person else { return nil }
    var known: ProfilePage?
    answers.change { page in
      guard page.profile.id == id else { return page }
      var page = page
      switch result {
      case .relationship(let told): page.relationship = told
      case .done: page.relationship = page.relationship?.applying(action, asksFirst: page.isLocked)
      case .post, nil: break
      }
      known = page
      return page
    }
    if let known { return shown(known).relationship }
    guard case .relationship(let told)? = result else { return nil }
    return actions?.pending.applyWaiting(to: told, with: id, asksFirst: false) ?? told
  }

  /// What is kept is as the server has it; what is shown is as the reader wants it.
  private func shown(_ page: ProfilePage) -> ProfilePage {
    guard let pending = actions?.pending, let id = page.profile.id, let told = page.relationship else { return page }
    var page = page
    page.relationship = pending.applyWaiting(to: told, with: id, asksFirst: page.isLocked)
    return page
  }

  public func posts(
    of person: Profile, _ part: ProfileTab, at position: PagePosition, limit: Int, _ freshness: Freshness
  ) async throws(TimelineError) -> TimelinePage {
    try await timelines.page(of: .profile(try await id(of: person), part), at: position, limit: limit, freshness)
  }

  private func id(of profile: Profile) async throws(TimelineError) -> String {
    if let id = profile.id { return id }
    guard let id = try await person(profile, .cached).profile.id else {
      throw .unknownTimeline(name: profile.label, known: [])
    }
    return id
  }
}

/// What posts at a server have said before. Within five minutes the same post is not asked for again.
public final class ServerPostHistories: PostHistoryRepository {
  private let remote: any RemotePeople
  private let answers: ExpiringCache<PostID, [PostVersion]>

  public init(remote: any RemotePeople, clock: any WallClock) {
    self.remote = remote
    answers = ExpiringCache(clock: clock)
  }

  public func versions(of post: PostID, _ freshness: Freshness) async throws(TimelineError) -> [PostVersion] {
    try await answers.answer(to: post, freshness) { [remote] () throws(TimelineError) in
      try await remote.history(of: post)
    }
  }
}
