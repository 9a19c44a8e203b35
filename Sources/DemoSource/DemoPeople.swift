import Domain

/// The profiles of a demo account: the accounts of its posts. Profiles are in the file. Loading their posts is a simulated
/// request.
struct DemoPeople: ProfileRepository {
  private let repository: WritableDemoRepository
  /// - Parameter repository: The current posts of the account, and the relationships of its user.
  /// - Parameter repository: The current posts of the account, and the relationships of its user.
  init(_ repository: WritableDemoRepository) {
    self.repository = repository
  }

  private var inPosts: ProfilesInPosts { ProfilesInPosts(search: repository) }

  var tabs: [ProfileTab] { inPosts.tabs }

  /// - Throws: `TimelineError` if the posts cannot be read or the profile is unknown.
  func profile(_ person: Profile, _ freshness: Freshness) async throws(TimelineError) -> ProfilePage {
    let page = try await ProfilesInPosts(search: repository.base.document).profile(person, freshness)
    return await repository.withRelationship(page)
  }

  /// - Throws: `TimelineError` if the simulated request fails or the posts cannot be read.
  func posts(
    of person: Profile, _ part: ProfileTab, at position: PagePosition, limit: Int, _ freshness: Freshness
  ) async throws(TimelineError) -> TimelinePage {
    try await repository.base.simulateServerRequest()
    return try await inPosts.posts(of: person, part, at: position, limit: limit, freshness)
  }
}
