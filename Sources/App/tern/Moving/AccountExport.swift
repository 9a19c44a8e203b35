import Domain

/// Loads what another account can take over from an account at a server.
struct AccountExport: Sendable {
  /// The page size of bookmarks.
  private static let pageLimit = 40

  private let account: Account
  private let source: Source
  private let waiting: RateLimitWait

  init(_ account: Account, _ source: Source, waiting: RateLimitWait) {
    self.account = account
    self.source = source
    self.waiting = waiting
  }

  /// - Parameter files: the kinds of data to load.
  func data(of files: Set<AccountFile> = Set(AccountFile.allCases)) async throws(TimelineError) -> AccountData {
    var data = AccountData()
    if files.contains(.follows) {
      try await load(.follows, into: &data) { data throws(TimelineError) in data.follows = try await follows() }
    }
    if files.contains(.mutes) {
      try await load(.mutes, into: &data) { data throws(TimelineError) in data.mutes = try await mutes() }
    }
    if files.contains(.blocks) {
      try await load(.blocks, into: &data) { data throws(TimelineError) in
        data.blocks = try await pages(of: .blocked).joined().map(\.handle)
      }
    }
    if files.contains(.lists) {
      try await load(.lists, into: &data) { data throws(TimelineError) in data.lists = try await lists() }
    }
    if files.contains(.servers) {
      try await load(.servers, into: &data) { data throws(TimelineError) in
        data.servers = try await managed { server throws(TimelineError) in try await server.blockedServers() }
      }
    }
    if files.contains(.tags) {
      try await load(.tags, into: &data) { data throws(TimelineError) in
        data.tags = try await managed { server throws(TimelineError) in try await server.followedTags() }.map(\.name)
      }
    }
    if files.contains(.bookmarks) {
      try await load(.bookmarks, into: &data) { data throws(TimelineError) in data.bookmarks = try await bookmarks() }
    }
    return data
  }

  /// Loads the content of a file, unless the server does not offer it.
  private func load(
    _ file: AccountFile, into data: inout AccountData, _ load: (inout AccountData) async throws(TimelineError) -> Void
  ) async throws(TimelineError) {
    do throws(TimelineError) {
      try await load(&data)
    } catch .unsupported {
      data.unsupported.insert(file)
    } catch .unknownTimeline {
      data.unsupported.insert(file)
    }
  }
}

// MARK: - Accounts

extension AccountExport {
  /// The followed accounts, the last followed first.
  func follows() async throws(TimelineError) -> [AccountData.Follow] {
    let repository = try repository
    let own = try await waiting { () throws(TimelineError) in
      try await repository.profile(account.profile, .fresh).profile
    }
    return try await profiles(.following(of: own.actionTargetID)) { profile, relationship in
      .init(
        handle: profile.handle, showsReposts: relationship?.flags.contains(.showingReposts) ?? true,
        notifies: relationship?.flags.contains(.notifying) ?? false)
    }
  }

  private func mutes() async throws(TimelineError) -> [AccountData.Mute] {
    try await profiles(.muted) { profile, relationship in
      .init(
        handle: profile.handle, hidesNotifications: relationship?.flags.contains(.mutingNotifications) ?? true)
    }
  }

  private func lists() async throws(TimelineError) -> [AccountData.List] {
    var lists: [AccountData.List] = []
    for list in try await managed({ server throws(TimelineError) in try await server.userLists() }) {
      guard let id = list.id else { continue }
      let members = try await managed { server throws(TimelineError) in try await server.members(ofList: id) }
      lists.append(.init(title: list.title, members: members.map(\.handle)))
    }
    return lists
  }

  private var repository: any ProfileRepository {
    get throws(TimelineError) {
      guard let profiles = source.profiles else { throw .unsupported(host: account.label) }
      return profiles
    }
  }

  private func managed<Value: Sendable>(
    _ request: (any ManagementRepository) async throws(TimelineError) -> Value
  ) async throws(TimelineError) -> Value {
    guard let management = source.management else { throw .unsupported(host: account.label) }
    return try await waiting { () throws(TimelineError) in try await request(management) }
  }

  /// The accounts of a list, in its pages.
  private func pages(of list: ProfileList) async throws(TimelineError) -> [[Profile]] {
    let useCase = ListProfiles(list, profiles: try repository)
    var (pages, cursor) = ([[Profile]](), RemoteCursor?.none)
    repeat {
      let position = cursor
      let page = try await waiting { () throws(TimelineError) in try await useCase.page(after: position) }
      pages.append(page.profiles)
      cursor = page.next
    } while cursor != nil
    return pages
  }

  /// The accounts of a list with the relationships to them.
  private func profiles<Value: Sendable>(
    _ list: ProfileList, _ value: (Profile, Relationship?) -> Value
  ) async throws(TimelineError) -> [Value] {
    let repository = try repository
    var values: [Value] = []
    for page in try await pages(of: list) where !page.isEmpty {
      let relationships = try await waiting { () throws(TimelineError) in
        try await repository.relationships(with: page)
      }
      values += page.map { value($0, relationships[$0.actionTargetID]) }
    }
    return values
  }

  private func bookmarks() async throws(TimelineError) -> [String] {
    var (addresses, position) = ([String](), PagePosition.newest)
    while true {
      let request = PageRequest(position, limit: Self.pageLimit, .fresh)
      let page = try await waiting { () throws(TimelineError) in
        try await source.timelines.page(of: .bookmarks, request)
      }
      addresses += page.posts.compactMap(\.url)
      guard let older = page.older else { return addresses }
      position = .older(than: older)
    }
  }
}
