import Domain

/// The profiles of a demo account: the accounts of its posts. Profiles are in the file. Loading their posts is a
/// simulated request.
struct DemoProfiles: ProfileRepository {
  private let repository: WritableDemoRepository
  /// - Parameter repository: the current posts of the account, and the relationships of its user.
  init(_ repository: WritableDemoRepository) {
    self.repository = repository
  }

  private var inPosts: ProfilesInPosts { ProfilesInPosts(search: repository) }

  var tabs: [ProfileTab] { inPosts.tabs }

  func profile(_ profile: Profile, _ freshness: Freshness) async throws(TimelineError) -> ProfilePage {
    do throws(TimelineError) {
      let page = try await ProfilesInPosts(search: repository.base.document).profile(profile, freshness)
      return await repository.withRelationship(page)
    } catch .unknownTimeline where profile.isSame(as: repository.profile) {
      // The user has not posted yet.
      return await repository.withRelationship(ProfilePage(profile: repository.profile))
    }
  }

  func relationships(with profiles: [Profile]) async throws(TimelineError) -> [String: Relationship] {
    try await repository.base.simulateServerRequest()
    return await repository.relationships(with: profiles)
  }

  func posts(
    of profile: Profile, _ tab: ProfileTab, _ request: PageRequest
  ) async throws(TimelineError) -> TimelinePage {
    try await repository.base.simulateServerRequest()
    return try await inPosts.posts(of: profile, tab, request)
  }
}
