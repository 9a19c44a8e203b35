import Domain
import FoundationEssentials

/// The data that the user of a demo account manages at its simulated server.
struct DemoManagement {
  var filters: [ServerFilter] = []
  var filterKind = ServerFilters.Kind.keywords
  var lists: [UserList] = []
  /// The handles of the members, by list ID.
  var members: [String: [String]] = [:]
  var tags: [String] = []
  var blockedServers: [String] = []
  var profile: EditableProfile
  /// Whether the user has changed their profile.
  var isProfileChanged = false
  /// The number of filters and lists created so far.
  var createdCount = 0

  init(_ relationships: DemoRelationships, profile: Profile) {
    lists = (relationships.lists ?? []).map { UserList(id: $0, title: $0) }
    tags = relationships.tags ?? []
    blockedServers = relationships.blockedServers ?? []
    filters = (relationships.filters ?? []).enumerated().map { index, phrase in
      ServerFilter(
        id: "filter-\(index + 1)", title: phrase, keywords: [.init(id: "keyword-\(index + 1)", phrase)],
        contexts: Set(ContentFilter.Context.allCases))
    }
    if relationships.filtersArePhrases == true { filterKind = .phrase }
    self.profile = EditableProfile(
      name: profile.name, bio: profile.details?.bio ?? "", visibility: .public, quotePolicy: .everyone, language: "en")
  }

  /// The profile page with what the user has changed.
  func applied(to page: ProfilePage) -> ProfilePage {
    var page = page
    page.profile.name = profile.name.isEmpty ? page.profile.handle : profile.name
    page.about = LinkDetector.text(profile.bio ?? "")
    page.fields = (profile.fields ?? []).map { .init(name: $0.name, value: LinkDetector.text($0.value)) }
    (page.isLocked, page.isBot) = (profile.isLocked, profile.isBot)
    return page
  }

  /// Updates what an action changes.
  mutating func apply(_ action: UserAction) {
    switch action {
    case .followTag(let isOn, let tag):
      tags.removeAll { $0.lowercased() == tag.lowercased() }
      if isOn { tags.append(tag) }
    case .blockServer(let isOn, let host):
      blockedServers.removeAll { $0.lowercased() == host.lowercased() }
      if isOn { blockedServers.append(host) }
    case .addToList(let isOn, let list, let account): setMember(account, of: list, isOn)
    default: break
    }
  }

  mutating func setMember(_ account: String, of list: String, _ isMember: Bool) {
    members[list, default: []].removeAll { $0 == account }
    if isMember { members[list, default: []].append(account) }
  }
}

extension WritableDemoRepository: ServerFilterRepository, UserListRepository, FollowedTagRepository,
  BlockedServerRepository, OwnProfileRepository
{
  func serverFilters() async throws(TimelineError) -> ServerFilters {
    try await base.simulateRequest()
    return ServerFilters(management.filters, kind: management.filterKind)
  }

  /// - Throws: `refused` if the filter has no title.
  func save(_ filter: ServerFilter) async throws(TimelineError) {
    try await base.simulateRequest()
    guard !filter.title.isEmpty else { throw refusedError("Validation failed: Title can’t be blank") }
    var filter = filter
    if let index = management.filters.firstIndex(where: { $0.id == filter.id }) {
      management.filters[index] = filter
    } else {
      management.createdCount += 1
      filter.id = "filter-new-\(management.createdCount)"
      management.filters.append(filter)
    }
    changeBroadcast.notify(.filtersChanged)
  }

  func deleteFilter(_ id: String) async throws(TimelineError) {
    try await base.simulateRequest()
    management.filters.removeAll { $0.id == id }
    changeBroadcast.notify(.filtersChanged)
  }

  func userLists() async throws(TimelineError) -> [UserList] {
    try await base.simulateRequest()
    return management.lists
  }

  /// - Throws: `refused` if the list has no title.
  func save(_ list: UserList, replacing old: UserList?) async throws(TimelineError) {
    try await base.simulateRequest()
    guard !list.title.isEmpty else { throw refusedError("Validation failed: Title can’t be blank") }
    var list = list
    if let index = management.lists.firstIndex(where: { $0.id == list.id }) {
      management.lists[index] = list
    } else {
      management.createdCount += 1
      list.id = "list-new-\(management.createdCount)"
      management.lists.append(list)
    }
    changeBroadcast.notify(.overviewChanged)
  }

  func deleteList(_ id: String) async throws(TimelineError) {
    try await base.simulateRequest()
    management.lists.removeAll { $0.id == id }
    changeBroadcast.notify(.overviewChanged)
  }

  func members(ofList id: String) async throws(TimelineError) -> [Profile] {
    try await base.simulateRequest()
    return (management.members[id] ?? []).map { Profile(handle: $0) }
  }

  func setMember(_ account: String, ofList id: String, _ isMember: Bool) async throws(TimelineError) {
    try await base.simulateRequest()
    management.setMember(account, of: id, isMember)
  }

  func followedTags() async throws(TimelineError) -> [ServerMatches.Tag] {
    try await base.simulateRequest()
    return management.tags.map { ServerMatches.Tag(name: $0, isFollowed: true) }
  }

  func blockedServers() async throws(TimelineError) -> [String] {
    try await base.simulateRequest()
    return management.blockedServers
  }

  func ownProfile() async throws(TimelineError) -> EditableProfile {
    try await base.simulateRequest()
    return management.profile
  }

  func save(_ profile: EditableProfile, replacing old: EditableProfile) async throws(TimelineError) {
    try await base.simulateRequest()
    (management.profile, management.isProfileChanged) = (profile, true)
    (management.profile.avatar, management.profile.header) = (nil, nil)
  }

  /// The page with the verdicts of the filters of the simulated server.
  func filtered(_ page: TimelinePage, in timeline: TimelineID) -> TimelinePage {
    guard !management.filters.isEmpty else { return page }
    let filters = ContentFilters(management.filters.map(\.contentFilter), owner: profile.handle)
    var page = page
    page.posts = page.posts.map { filters.applied(to: $0, in: timeline.filterScope, at: clock.now) }
    return page
  }
}
