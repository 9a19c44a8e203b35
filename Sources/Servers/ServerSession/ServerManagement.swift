import Domain
import Runtime

/// Reloads filters, lists and timelines after the user has changed them at the server.
struct ServerManagement: ManagementRepository {
  let remote: any ManagementRepository
  let timelines: ServerTimelineRepository

  func serverFilters() async throws(TimelineError) -> ServerFilters { try await remote.serverFilters() }

  func save(_ filter: ServerFilter) async throws(TimelineError) {
    try await remote.save(filter)
    reloadFilters()
  }

  func deleteFilter(_ id: String) async throws(TimelineError) {
    try await remote.deleteFilter(id)
    reloadFilters()
  }

  /// Does not wait, so that the list of filters, which is loaded next, shares the request.
  private func reloadFilters() {
    Task(executorPreference: currentTaskExecutor) { [timelines] in await timelines.reloadFilters() }
  }

  func userLists() async throws(TimelineError) -> [UserList] { try await remote.userLists() }

  func save(_ list: UserList, replacing old: UserList?) async throws(TimelineError) {
    try await remote.save(list, replacing: old)
    reloadOverview()
  }

  func deleteList(_ id: String) async throws(TimelineError) {
    try await remote.deleteList(id)
    reloadOverview()
  }

  /// Does not wait, so that the list of lists, which is loaded next, shares the request.
  private func reloadOverview() {
    Task(executorPreference: currentTaskExecutor) { [timelines] in await timelines.reloadOverview() }
  }

  func members(ofList id: String) async throws(TimelineError) -> [Profile] { try await remote.members(ofList: id) }

  func setMember(_ account: String, ofList id: String, _ isMember: Bool) async throws(TimelineError) {
    try await remote.setMember(account, ofList: id, isMember)
    // The server has changed the posts of the list.
    _ = try? await timelines.page(of: .list(id), PageRequest(.newest, .fresh))
  }

  func followedTags() async throws(TimelineError) -> [ServerMatches.Tag] { try await remote.followedTags() }
  func blockedServers() async throws(TimelineError) -> [String] { try await remote.blockedServers() }
  func ownProfile() async throws(TimelineError) -> EditableProfile { try await remote.ownProfile() }

  func save(_ profile: EditableProfile, replacing old: EditableProfile) async throws(TimelineError) {
    try await remote.save(profile, replacing: old)
    await timelines.reloadOverview()
  }
}
