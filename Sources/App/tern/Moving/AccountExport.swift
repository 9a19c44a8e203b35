import Domain

/// Loads what another account can take over from an account at a server.
struct AccountExport: Sendable {
  /// The page size of bookmarks, and the number of accounts in a request for relationships.
  private static let pageLimit = 40

  private let account: Account
  private let source: Source
  private let localFilters: LocalFilterStore?
  private let waiting: RateLimitWait

  init(_ account: Account, _ source: Source, localFilters: LocalFilterStore? = nil, waiting: RateLimitWait) {
    self.account = account
    self.source = source
    self.localFilters = localFilters
    self.waiting = waiting
  }

  /// - Parameter files: the kinds of data to load. For notes, the accounts that they may be about are loaded, too.
  func data(of files: Set<AccountFile> = Set(AccountFile.allCases)) async throws(TimelineError) -> AccountData {
    var data = AccountData()
    var notes = Notes()
    let needsNotes = files.contains(.notes)
    if needsNotes || files.contains(.follows) {
      try await load(.follows, into: &data) { data throws(TimelineError) in data.follows = try await follows(&notes) }
    }
    if needsNotes || files.contains(.mutes) {
      try await load(.mutes, into: &data) { data throws(TimelineError) in data.mutes = try await mutes(&notes) }
    }
    if needsNotes || files.contains(.blocks) {
      try await load(.blocks, into: &data) { data throws(TimelineError) in
        data.blocks = try await profiles(.blocked, &notes, withRelationships: needsNotes) { profile, _ in profile.handle
        }
      }
    }
    if needsNotes || files.contains(.lists) {
      try await load(.lists, into: &data) { data throws(TimelineError) in
        data.lists = try await lists(&notes, withRelationships: needsNotes)
      }
    }
    if needsNotes { data.notes = notes.notes }
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
    if files.contains(.filters) {
      try await load(.filters, into: &data) { data throws(TimelineError) in
        data.filters = try await managed { server throws(TimelineError) in try await server.serverFilters() }
      }
    }
    if files.contains(.bookmarks) {
      try await load(.bookmarks, into: &data) { data throws(TimelineError) in data.bookmarks = try await bookmarks() }
    }
    data.localFilters = localFilters?.filters.filter { $0.applies(to: account.id) } ?? []
    return data
  }

  /// The followed accounts, the last followed first.
  func follows() async throws(TimelineError) -> [AccountData.Follow] {
    var notes = Notes()
    return try await follows(&notes)
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
  /// The notes that were returned with relationships.
  private struct Notes {
    private(set) var notes: [AccountData.Note] = []
    /// The IDs of the accounts whose relationships were loaded.
    private(set) var known: Set<String> = []

    mutating func add(_ relationships: [String: Relationship], of profiles: [Profile]) {
      for profile in profiles where known.insert(profile.actionTargetID).inserted {
        guard let note = relationships[profile.actionTargetID]?.note, !note.isEmpty else { continue }
        notes.append(.init(handle: profile.handle, text: note))
      }
    }
  }

  private func follows(_ notes: inout Notes) async throws(TimelineError) -> [AccountData.Follow] {
    let repository = try repository
    let own = try await waiting { () throws(TimelineError) in
      try await repository.profile(account.profile, .fresh).profile
    }
    return try await profiles(.following(of: own.actionTargetID), &notes) { profile, relationship in
      .init(
        handle: profile.handle, showsReposts: relationship?.flags.contains(.showingReposts) ?? true,
        notifies: relationship?.flags.contains(.notifying) ?? false)
    }
  }

  private func mutes(_ notes: inout Notes) async throws(TimelineError) -> [AccountData.Mute] {
    try await profiles(.muted, &notes) { profile, relationship in
      .init(
        handle: profile.handle, hidesNotifications: relationship?.flags.contains(.mutingNotifications) ?? true)
    }
  }

  private func lists(
    _ notes: inout Notes, withRelationships: Bool
  ) async throws(TimelineError) -> [AccountData.List] {
    var lists: [AccountData.List] = []
    for list in try await managed({ server throws(TimelineError) in try await server.userLists() }) {
      guard let id = list.id else { continue }
      let members = try await managed { server throws(TimelineError) in try await server.members(ofList: id) }
      lists.append(.init(title: list.title, members: members.map(\.handle)))
      guard withRelationships else { continue }
      let others = members.filter { !notes.known.contains($0.actionTargetID) }
      notes.add(try await relationships(with: others), of: others)
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

  private func relationships(with profiles: [Profile]) async throws(TimelineError) -> [String: Relationship] {
    let repository = try repository
    // The account has no relationship with itself.
    let others = profiles.filter { $0.handle.lowercased() != account.profile.handle.lowercased() }
    var relationships: [String: Relationship] = [:]
    var rest = others[...]
    while !rest.isEmpty {
      let page = Array(rest.prefix(Self.pageLimit))
      rest = rest.dropFirst(page.count)
      let loaded = try await waiting { () throws(TimelineError) in try await repository.relationships(with: page) }
      relationships.merge(loaded) { $1 }
    }
    return relationships
  }

  /// The accounts of a list.
  private func profiles<Value: Sendable>(
    _ list: ProfileList, _ notes: inout Notes, withRelationships: Bool = true,
    _ value: (Profile, Relationship?) -> Value
  ) async throws(TimelineError) -> [Value] {
    let useCase = ListProfiles(list, profiles: try repository)
    var (values, cursor) = ([Value](), RemoteCursor?.none)
    repeat {
      let position = cursor
      let page = try await waiting { () throws(TimelineError) in try await useCase.page(after: position) }
      let relationships = withRelationships ? try await relationships(with: page.profiles) : [:]
      notes.add(relationships, of: page.profiles)
      values += page.profiles.map { value($0, relationships[$0.actionTargetID]) }
      cursor = page.next
    } while cursor != nil
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
