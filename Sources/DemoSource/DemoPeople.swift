import Domain

/// The people of a demo account are those of its posts. Who they are stands in the file; what they have written is a
/// request.
struct DemoPeople: PeopleRepository {
  private let repository: WritableDemoRepository

  /// - Parameter repository: the account's posts as they are by now, and how people stand to its reader.
  init(_ repository: WritableDemoRepository) {
    self.repository = repository
  }

  private var inPosts: PeopleInPosts { PeopleInPosts(search: repository) }

  var parts: [ProfileTab] { inPosts.parts }

  func person(_ person: Profile, _ freshness: Freshness) async throws(TimelineError) -> ProfilePage {
    let page = try await PeopleInPosts(search: repository.base.document).person(person, freshness)
    return await repository.withRelationship(page)
  }

  func posts(
    of person: Profile, _ part: ProfileTab, at position: PagePosition, limit: Int, _ freshness: Freshness
  ) async throws(TimelineError) -> TimelinePage {
    try await repository.base.askServer()
    return try await inPosts.posts(of: person, part, at: position, limit: limit, freshness)
  }
}
