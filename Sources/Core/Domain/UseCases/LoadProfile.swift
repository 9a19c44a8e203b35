/// Loads a profile and its posts.
public protocol LoadProfileUseCase: Sendable {
  /// The tabs of the profile in order; at least one.
  var tabs: [ProfileTab] { get }

  /// The profile page of an account.
  /// - Parameter isRefresh: whether to request it again instead of using the cache.
  /// - Throws: `unknownTimeline` if the source does not know the handle; any other `TimelineError` if it cannot
  ///   respond.
  func callAsFunction(_ profile: Profile, isRefresh: Bool) async throws(TimelineError) -> ProfilePage

  /// A page of the account's posts.
  func posts(of profile: Profile, _ tab: ProfileTab, _ request: PageRequest) async throws(TimelineError) -> TimelinePage

  /// The accounts that the user follows and that follow an account, by its ID.
  /// - Throws: `unsupported` if the source does not know them; any other `TimelineError` if it cannot respond.
  func familiarFollowers(of account: String) async throws(TimelineError) -> [Profile]
}

extension LoadProfileUseCase {
  /// For sources that do not know them.
  public func familiarFollowers(of account: String) async throws(TimelineError) -> [Profile] { [] }
}

public struct LoadProfile: LoadProfileUseCase {
  private let profiles: any ProfileRepository

  public init(profiles: any ProfileRepository) {
    self.profiles = profiles
  }

  public var tabs: [ProfileTab] { profiles.tabs }

  public func callAsFunction(_ profile: Profile, isRefresh: Bool) async throws(TimelineError) -> ProfilePage {
    try await profiles.profile(profile, isRefresh ? .fresh : .cached)
  }

  public func posts(
    of profile: Profile, _ tab: ProfileTab, _ request: PageRequest
  ) async throws(TimelineError) -> TimelinePage {
    try await profiles.posts(of: profile, tab, request)
  }

  public func familiarFollowers(of account: String) async throws(TimelineError) -> [Profile] {
    try await profiles.profiles(in: .familiarFollowers(of: account), after: nil).profiles
  }
}
