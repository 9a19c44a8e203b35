import Domain
import Runtime

/// The people whom a server tells of. Within five minutes the same person is not asked for again; their posts are kept as
/// those of all timelines are.
public final class LivePeople: PeopleRepository {
  private enum Key: Hashable {
    case id(String)
    case handle(String)
  }

  private let remote: any RemotePeople
  private let timelines: any TimelineRepository
  private let answers: RecentAnswers<Key, PersonPage>

  public init(remote: any RemotePeople, timelines: any TimelineRepository, clock: any WallClock) {
    self.remote = remote
    self.timelines = timelines
    answers = RecentAnswers(clock: clock)
  }

  public var parts: [ProfilePart] { ProfilePart.allCases }

  public func person(_ person: Profile, _ freshness: Freshness) async throws(TimelineError) -> PersonPage {
    let handle = Key.handle(person.handle.lowercased())
    let key = person.id.map(Key.id) ?? handle
    let page = try await answers.answer(to: key, freshness) { [remote] () throws(TimelineError) in
      try await remote.person(person)
    }
    // Whoever is mentioned is known by the handle alone.
    if let id = page.profile.id, key == handle { answers.keep(page, for: .id(id)) }
    return page
  }

  public func posts(
    of person: Profile, _ part: ProfilePart, at position: PagePosition, limit: Int, _ freshness: Freshness
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
public final class LiveHistories: PostHistoryRepository {
  private let remote: any RemotePeople
  private let answers: RecentAnswers<PostID, [PostVersion]>

  public init(remote: any RemotePeople, clock: any WallClock) {
    self.remote = remote
    answers = RecentAnswers(clock: clock)
  }

  public func versions(of post: PostID, _ freshness: Freshness) async throws(TimelineError) -> [PostVersion] {
    try await answers.answer(to: post, freshness) { [remote] () throws(TimelineError) in
      try await remote.history(of: post)
    }
  }
}
