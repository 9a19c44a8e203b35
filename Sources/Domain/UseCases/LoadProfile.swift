/// Loads a profile and its posts.
public protocol LoadProfileUseCase: Sendable {
  /// The tabs of the profile in order; at least one.
  var tabs: [ProfileTab] { get }

  /// The profile page of an account.
  /// - Parameter isRefresh: whether to request it again instead of using the cache.
  /// - Throws: `unknownTimeline` if the source does not know the handle; any other `TimelineError` if it cannot
  ///   respond.
  func callAsFunction(_ person: Profile, isRefresh: Bool) async throws(TimelineError) -> ProfilePage

  /// A page of the account's posts.
  /// - Throws: `TimelineError` if the source cannot respond.
  func posts(
    of person: Profile, _ part: ProfileTab, _ request: PageRequest
  ) async throws(TimelineError) -> TimelinePage
}

public struct LoadProfile: LoadProfileUseCase {
  private let people: any ProfileRepository

  public init(people: any ProfileRepository) {
    self.people = people
  }

  public var tabs: [ProfileTab] { people.tabs }

  /// - Throws: `TimelineError`; see `LoadProfileUseCase`.
  public func callAsFunction(_ person: Profile, isRefresh: Bool) async throws(TimelineError) -> ProfilePage {
    try await people.profile(person, isRefresh ? .fresh : .cached)
  }

  /// - Throws: `TimelineError`; see `LoadProfileUseCase`.
  public func posts(
    of person: Profile, _ part: ProfileTab, _ request: PageRequest
  ) async throws(TimelineError) -> TimelinePage {
    try await people.posts(of: person, part, at: request.position, limit: request.limit, request.freshness)
  }
}
