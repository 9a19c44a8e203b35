import Domain
import EmptyState
import Foundation
import Runtime
import ScreenSupport
import ScreenTestSupport
import Synchronization
import TerminalKit
import TestSupport
import TimelineCore

@testable import Management

/// A server in memory that fails on demand.
final class FakeManagement: ManagementRepository {
  struct State {
    var filters: [ServerFilter] = []
    var filterKind = ServerFilters.Kind.keywords
    var lists: [UserList] = []
    var members: [String: [Profile]] = [:]
    var tags: [String] = []
    var servers: [String] = []
    var profile = EditableProfile(name: "Ada", bio: "I weave", visibility: .public)
    var failure: TimelineError?
    /// Whether requests are processed although their responses are lost.
    var losesAnswers = false
  }

  private let state = Mutex(State())
  var now: State { state.withLock(\.self) }

  func change(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

  private func read<Value>(_ value: (State) -> Value) throws(TimelineError) -> Value {
    let state = now
    if let failure = state.failure, !state.losesAnswers { throw failure }
    return value(state)
  }

  private func write(_ change: (inout State) -> Void) throws(TimelineError) {
    let failure = state.withLock { state in
      if state.failure == nil || state.losesAnswers { change(&state) }
      return state.failure
    }
    if let failure { throw failure }
  }

  func serverFilters() async throws(TimelineError) -> ServerFilters {
    try read { ServerFilters($0.filters, kind: $0.filterKind) }
  }
  func userLists() async throws(TimelineError) -> [UserList] { try read(\.lists) }
  func followedTags() async throws(TimelineError) -> [ServerMatches.Tag] {
    try read { $0.tags.map { ServerMatches.Tag(name: $0) } }
  }
  func blockedServers() async throws(TimelineError) -> [String] { try read(\.servers) }
  func ownProfile() async throws(TimelineError) -> EditableProfile { try read(\.profile) }
  func members(ofList id: String) async throws(TimelineError) -> [Profile] { try read { $0.members[id] ?? [] } }

  func save(_ filter: ServerFilter) async throws(TimelineError) {
    try write { state in
      var filter = filter
      filter.id = filter.id ?? "f\(state.filters.count)"
      state.filters.removeAll { $0.id == filter.id }
      state.filters.append(filter)
    }
  }

  func deleteFilter(_ id: String) async throws(TimelineError) { try write { $0.filters.removeAll { $0.id == id } } }

  func save(_ list: UserList, replacing old: UserList?) async throws(TimelineError) {
    try write { state in
      var list = list
      list.id = list.id ?? "l\(state.lists.count)"
      state.lists.removeAll { $0.id == list.id }
      state.lists.append(list)
    }
  }

  func deleteList(_ id: String) async throws(TimelineError) { try write { $0.lists.removeAll { $0.id == id } } }

  func setMember(_ account: String, ofList id: String, _ isMember: Bool) async throws(TimelineError) {
    try write { state in
      state.members[id, default: []].removeAll { $0.actionTargetID == account }
      if isMember { state.members[id, default: []].append(Profile(id: account, handle: "handle-of-\(account)")) }
    }
  }

  func save(_ profile: EditableProfile, replacing old: EditableProfile) async throws(TimelineError) {
    try write { $0.profile = profile }
  }
}

/// A screen of what the user manages, on a virtual clock.
@MainActor
final class ManagementHarness: ScreenDriver {
  let server = FakeManagement()
  private let localFilters: [LocalFilter]
  private(set) lazy var filters = LocalFilterStore(TransientLocalFilters(localFilters), clock: clock)
  private(set) var forms: [FormSubject] = []
  private(set) var opened: [String] = []

  init(_ local: [LocalFilter] = []) {
    localFilters = local
    super.init()
  }

  func dependencies(hasServer: Bool = true) -> ManagementDependencies {
    let stub = StubTimelineRepository(matchCount: MatchCount(count: 14, isExact: true, searchedCount: 300))
    return ManagementDependencies(
      services: services,
      account: .fixture(
        handle: "ada@near.example",
        origin: .server(ServerOrigin(host: "near.example", address: "https://near.example"))),
      source: Source(
        capabilities: SourceCapabilities(), timelines: stub, threads: stub, search: stub,
        management: hasServer ? server : nil),
      actions: PostActionService(), localFilters: filters,
      router: ManagementRouter(
        showForm: { [weak self] in self?.forms.append($0) },
        showMembers: { [weak self] in self?.opened.append("members of \($0.title)") },
        showProfile: { [weak self] in self?.opened.append("profile of \($0.handle)") },
        showTag: { [weak self] in self?.opened.append("#\($0)") }, showLogin: {}))
  }

  func open(_ make: (ManagementDependencies) -> any ViewController, hasServer: Bool = true) async {
    await show(make(dependencies(hasServer: hasServer)))
  }

  /// Saves the form opened last.
  /// - Returns: the notice, or the reason why it was not saved.
  func save(_ values: [String: String]) async -> String {
    guard let form = forms.last else { return "no form" }
    var all = Dictionary(form.fields.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    all.merge(values) { $1 }
    if let problem = form.problems(with: all).first { return problem.sentence }
    do throws(FormError) {
      return try await form.save(all)
    } catch {
      return error.reason
    }
  }
}
