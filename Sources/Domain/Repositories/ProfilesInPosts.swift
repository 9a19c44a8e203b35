/// The profiles of a source that has them only with its posts: an archive, a file, the demo.
public struct ProfilesInPosts: ProfileRepository {
  /// The number of newest posts to look at for details.
  private static let searchLimit = 20

  private let search: any PostSearchRepository

  public init(search: any PostSearchRepository) {
    self.search = search
  }

  public var tabs: [ProfileTab] { [.withReplies, .media] }

  /// - Throws: `TimelineError`; see `ProfileRepository`.
  public func profile(_ person: Profile, _ freshness: Freshness) async throws(TimelineError) -> ProfilePage {
    let page = try await posts(of: person, .withReplies, at: .newest, limit: Self.searchLimit, freshness)
    let known = page.posts.flatMap { [$0.author, $0.repost?.by].compactMap(\.self) }.filter {
      $0.matches(typedName: person.handle)
    }
    guard let found = known.first(where: { $0.details != nil }) ?? known.first else {
      // No post has details: show the profile as it was requested.
      return ProfilePage(profile: person, about: person.plainBio)
    }
    return ProfilePage(profile: found, about: found.plainBio)
  }

  /// - Throws: `TimelineError`; see `ProfileRepository`.
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
