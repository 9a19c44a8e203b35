/// The people of a source that tells of them only with their posts: an archive, a file, the demo.
public struct PeopleInPosts: PeopleRepository {
  /// Among the newest posts there is one that tells all that is told.
  private static let lookedAt = 20

  private let search: any PostSearchRepository

  public init(search: any PostSearchRepository) {
    self.search = search
  }

  public var parts: [ProfileTab] { [.withReplies, .media] }

  public func person(_ person: Profile, _ freshness: Freshness) async throws(TimelineError) -> ProfilePage {
    let page = try await posts(of: person, .withReplies, at: .newest, limit: Self.lookedAt, freshness)
    let known = page.posts.flatMap { [$0.author, $0.repost?.by].compactMap(\.self) }.filter {
      $0.goes(by: person.handle)
    }
    guard let found = known.first(where: { $0.details != nil }) ?? known.first else {
      // Whoever is read about stands in some post, and be it by name alone.
      return ProfilePage(profile: person, about: person.plainBio)
    }
    return ProfilePage(profile: found, about: found.plainBio)
  }

  public func posts(
    of person: Profile, _ part: ProfileTab, at position: PagePosition, limit: Int, _ freshness: Freshness
  ) async throws(TimelineError) -> TimelinePage {
    try await search.matches(of: SearchQuery(part, of: person), at: position, limit: limit, freshness)
  }
}

extension SearchQuery {
  fileprivate init(_ part: ProfileTab, of person: Profile) {
    let media = part == .media ? [Condition(.hasMedia)] : []
    self.init(
      text: "from:\(person.handle)" + (part == .media ? " has:media" : ""),
      conditions: [Condition(.from(handle: person.handle))] + media)
  }
}

extension Profile {
  fileprivate var plainBio: PostText {
    PostText(details?.bio.map { $0.isEmpty ? [] : [.text($0)] } ?? [])
  }
}
