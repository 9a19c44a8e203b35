/// Loads a list of accounts.
public protocol ListProfilesUseCase: Sendable {
  /// A page of the list.
  /// - Parameter cursor: The cursor from the page before; nil for the first page.
  /// - Throws: `unsupported` if the server does not have the list.
  func page(after cursor: RemoteCursor?) async throws(TimelineError) -> ProfileListPage
}

public struct ListProfiles: ListProfilesUseCase {
  private let list: ProfileList
  private let profiles: any ProfileRepository

  public init(_ list: ProfileList, profiles: any ProfileRepository) {
    self.list = list
    self.profiles = profiles
  }

  public func page(after cursor: RemoteCursor?) async throws(TimelineError) -> ProfileListPage {
    let page = try await profiles.profiles(in: list, after: cursor)
    // A server that returns the same page again would be asked for ever.
    return page.next == cursor ? ProfileListPage(page.profiles) : page
  }
}
