/// Asks for somebody and for what they have written.
public protocol LoadProfileUseCase: Sendable {
  /// What there is of their posts, in the order in which it is shown; at least one.
  var parts: [ProfileTab] { get }

  /// - Parameter isRefresh: whether the source is asked anew.
  /// - Throws: `unknownTimeline` where the source knows nobody of that handle; else why it has no answer.
  func callAsFunction(_ person: Profile, isRefresh: Bool) async throws(TimelineError) -> ProfilePage

  /// A stretch of their posts.
  /// - Throws: why the source has no answer.
  func posts(
    of person: Profile, _ part: ProfileTab, _ request: PageRequest
  ) async throws(TimelineError) -> TimelinePage
}

public struct LoadProfile: LoadProfileUseCase {
  private let people: any PeopleRepository

  public init(people: any PeopleRepository) {
    self.people = people
  }

  public var parts: [ProfileTab] { people.parts }

  public func callAsFunction(_ person: Profile, isRefresh: Bool) async throws(TimelineError) -> ProfilePage {
    try await people.person(person, isRefresh ? .fresh : .cached)
  }

  public func posts(
    of person: Profile, _ part: ProfileTab, _ request: PageRequest
  ) async throws(TimelineError) -> TimelinePage {
    try await people.posts(of: person, part, at: request.position, limit: request.limit, request.freshness)
  }
}
