/// Profiles of a server. It caches nothing and sends no request twice.
public protocol RemoteProfiles: Sendable {
  /// The profile page of an account, identified by its ID, else by its handle.
  /// - Throws: `unknownTimeline` if the server does not know the handle.
  func profile(_ profile: Profile) async throws(TimelineError) -> ProfilePage

  /// The relationships between the user and accounts, by the IDs of these. Unknown ones are missing.
  func relationships(with accounts: [String]) async throws(TimelineError) -> [String: Relationship]

  /// A page of a list of accounts.
  /// - Parameter cursor: The cursor from the page before; nil for the first page.
  /// - Throws: `unsupported` if the server does not have the list.
  func profiles(in list: ProfileList, after cursor: RemoteCursor?) async throws(TimelineError) -> ProfileListPage
}

extension RemoteProfiles {
  /// For servers without relationships.
  public func relationships(with accounts: [String]) async throws(TimelineError) -> [String: Relationship] { [:] }

  /// For servers without lists of accounts.
  public func profiles(
    in list: ProfileList, after cursor: RemoteCursor?
  ) async throws(TimelineError) -> ProfileListPage { ProfileListPage() }
}
