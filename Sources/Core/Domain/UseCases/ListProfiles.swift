/// Loads a list of accounts.
public protocol ListProfilesUseCase: Sendable {
  /// A page of the list.
  /// - Parameter cursor: the cursor from the page before; nil for the first page.
  /// - Throws: `unsupported` if the server does not have the list; any other `TimelineError` if it cannot respond.
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

  /// Loads the whole list.
  /// - Parameter process: called with each page.
  public func forEachPage(
    _ process: ([Profile]) async throws(TimelineError) -> Void
  ) async throws(TimelineError) {
    var cursor: RemoteCursor?
    repeat {
      let page = try await page(after: cursor)
      try await process(page.profiles)
      cursor = page.next
    } while cursor != nil
  }
}
