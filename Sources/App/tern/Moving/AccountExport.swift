import Domain

/// Loads what another account can take over from an account at a server.
struct AccountExport: Sendable {
  private static let pageLimit = 40

  private let account: Account
  private let source: Source

  init(_ account: Account, _ source: Source) {
    self.account = account
    self.source = source
  }

  /// - Throws: `TimelineError` if the server cannot respond.
  func data() async throws(TimelineError) -> AccountData {
    var data = try await AccountData(follows: follows())
    data.mutes = try await profiles(.muted) { profile, relationship in
      .init(
        handle: profile.handle, hidesNotifications: relationship?.flags.contains(.mutingNotifications) ?? true)
    }
    data.blocks = try await profiles(.blocked, withRelationships: false) { profile, _ in profile.handle }
    data.bookmarks = try await bookmarks()
    return data
  }

  /// The followed accounts, the last followed first.
  /// - Throws: `TimelineError` if the server cannot respond.
  func follows() async throws(TimelineError) -> [AccountData.Follow] {
    let own = try await repository.profile(account.profile, .fresh).profile
    return try await profiles(.following(of: own.actionTargetID)) { profile, relationship in
      .init(
        handle: profile.handle, showsReposts: relationship?.flags.contains(.showingReposts) ?? true,
        notifies: relationship?.flags.contains(.notifying) ?? false)
    }
  }

  private var repository: any ProfileRepository {
    get throws(TimelineError) {
      guard let profiles = source.profiles else { throw .unsupported(host: account.label) }
      return profiles
    }
  }

  /// The accounts of a list; empty if the server does not have it.
  private func profiles<Value: Sendable>(
    _ list: ProfileList, withRelationships: Bool = true, _ value: (Profile, Relationship?) -> Value
  ) async throws(TimelineError) -> [Value] {
    let repository = try repository
    var values: [Value] = []
    do throws(TimelineError) {
      try await ListProfiles(list, profiles: repository).forEachPage { page throws(TimelineError) in
        let relationships = withRelationships ? try await repository.relationships(with: page) : [:]
        values += page.map { value($0, relationships[$0.actionTargetID]) }
      }
    } catch .unsupported {
      return []
    }
    return values
  }

  private func bookmarks() async throws(TimelineError) -> [String] {
    var (addresses, position) = ([String](), PagePosition.newest)
    do throws(TimelineError) {
      while true {
        let page = try await source.timelines.page(
          of: .bookmarks, PageRequest(position, limit: Self.pageLimit, .fresh))
        addresses += page.posts.compactMap(\.url)
        guard let older = page.older else { return addresses }
        position = .older(than: older)
      }
    } catch .unknownTimeline {
      return []
    }
  }
}
