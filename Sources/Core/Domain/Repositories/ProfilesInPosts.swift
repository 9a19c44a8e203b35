/// The profiles of a source that has them only with its posts: an archive, a file, the demo.
public struct ProfilesInPosts: ProfileRepository {
  /// The number of newest posts to look at for details.
  private static let searchLimit = 20

  private let search: any PostSearchRepository

  public init(search: any PostSearchRepository) {
    self.search = search
  }

  public var tabs: [ProfileTab] { [.withReplies, .media] }

  public func profile(_ profile: Profile, _ freshness: Freshness) async throws(TimelineError) -> ProfilePage {
    let page = try await posts(of: profile, .withReplies, PageRequest(.newest, limit: Self.searchLimit, freshness))
    let known = page.posts.flatMap { [$0.author, $0.repost?.by].compactMap(\.self) }.filter {
      $0.matches(typedName: profile.handle)
    }
    guard let found = known.first(where: { $0.details != nil }) ?? known.first else {
      // No post has details: show the profile as it was requested.
      return ProfilePage(profile: profile, about: profile.plainBio)
    }
    return ProfilePage(profile: found, about: found.plainBio)
  }

  public func posts(
    of profile: Profile, _ tab: ProfileTab, _ request: PageRequest
  ) async throws(TimelineError) -> TimelinePage {
    try await search.matches(of: SearchQuery(tab, of: profile), request)
  }
}

extension SearchQuery {
  fileprivate init(_ tab: ProfileTab, of profile: Profile) {
    let media = tab == .media ? [Condition(.hasMedia)] : []
    self.init(
      text: "from:\(profile.handle)" + (tab == .media ? " has:media" : ""),
      conditions: [Condition(.from(handle: profile.handle))] + media)
  }
}

extension Profile {
  fileprivate var plainBio: PostText {
    PostText(details?.bio.map { $0.isEmpty ? [] : [.text($0)] } ?? [])
  }
}
