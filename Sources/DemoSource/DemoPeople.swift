import Domain

/// The people of a demo account are those of its posts. Who they are stands in the file; what they have written is a
/// request.
struct DemoPeople: PeopleRepository {
  private let account: MockTimelineRepository
  private let search: any PostSearchRepository

  /// - Parameter search: the account's posts as they are by now.
  init(_ account: MockTimelineRepository, search: any PostSearchRepository) {
    self.account = account
    self.search = search
  }

  private var inPosts: PeopleInPosts { PeopleInPosts(search: search) }

  var parts: [ProfilePart] { inPosts.parts }

  func person(_ person: Profile, _ freshness: Freshness) async throws(TimelineError) -> PersonPage {
    try await PeopleInPosts(search: account.document).person(person, freshness)
  }

  func posts(
    of person: Profile, _ part: ProfilePart, at position: PagePosition, limit: Int, _ freshness: Freshness
  ) async throws(TimelineError) -> TimelinePage {
    try await account.askServer()
    return try await inPosts.posts(of: person, part, at: position, limit: limit, freshness)
  }
}
