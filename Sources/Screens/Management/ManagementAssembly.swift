import Domain
import EmptyState
import ScreenSupport
import TerminalKit
import TimelineCore

/// Opens the screens that lists of items lead to.
@MainActor
public struct ManagementRouter {
  let showForm: @MainActor (FormSubject) -> Void
  let showMembers: @MainActor (UserList) -> Void
  let showProfile: @MainActor (Profile) -> Void
  let showTag: @MainActor (String) -> Void
  let showLogin: @MainActor () -> Void

  public init(
    showForm: @escaping @MainActor (FormSubject) -> Void, showMembers: @escaping @MainActor (UserList) -> Void,
    showProfile: @escaping @MainActor (Profile) -> Void, showTag: @escaping @MainActor (String) -> Void,
    showLogin: @escaping @MainActor () -> Void
  ) {
    self.showForm = showForm
    self.showMembers = showMembers
    self.showProfile = showProfile
    self.showTag = showTag
    self.showLogin = showLogin
  }
}

/// What the screens of an account's filters, lists, hashtags and servers need.
@MainActor
public struct ManagementDependencies {
  let services: AppServices
  let account: Account
  /// nil if there is no server to manage anything at.
  let management: (any ManagementRepository)?
  let profiles: (any ProfileRepository)?
  /// nil if the account cannot post, and so has no names to complete.
  let publishing: (any PublishingRepository)?
  let actions: PostActionService
  let search: any PostSearchRepository
  /// nil if there are no local filters.
  let localFilters: LocalFilterStore?
  /// Returns the full path of a file that the user typed.
  let resolvePath: @MainActor (String) -> String
  let router: ManagementRouter

  public init(
    services: AppServices, account: Account, source: Source, actions: PostActionService,
    localFilters: LocalFilterStore?, resolvePath: @escaping @MainActor (String) -> String = { $0 },
    router: ManagementRouter
  ) {
    self.services = services
    self.account = account
    management = source.management
    profiles = source.profiles
    publishing = source.publishing
    self.actions = actions
    search = source.search
    self.localFilters = localFilters
    self.resolvePath = resolvePath
    self.router = router
  }

  var host: String {
    if case .server(let origin) = account.origin { return origin.host }
    return "your server"
  }
}

/// Builds the screens of what the user manages.
@MainActor
public enum ManagementAssembly {
  public static func makeFilters(_ dependencies: ManagementDependencies) -> any ViewController {
    make(FilterList(dependencies), dependencies)
  }

  public static func makeLists(_ dependencies: ManagementDependencies) -> any ViewController {
    make(UserLists(dependencies), dependencies)
  }

  public static func makeMembers(of list: UserList, _ dependencies: ManagementDependencies) -> any ViewController {
    make(ListMembers(of: list, dependencies), dependencies)
  }

  public static func makeTags(_ dependencies: ManagementDependencies) -> any ViewController {
    make(FollowedTags(dependencies), dependencies)
  }

  public static func makeBlockedServers(_ dependencies: ManagementDependencies) -> any ViewController {
    make(BlockedServers(dependencies), dependencies)
  }

  /// The empty views of the screens, for the tour.
  public static var emptyViews: [EmptyStateViewModel] {
    [
      FilterList.emptyView, UserLists.emptyView, ListMembers.emptyView, FollowedTags.emptyView,
      BlockedServers.emptyView,
    ]
  }

  private static func make(_ list: some ManagedList, _ dependencies: ManagementDependencies) -> any ViewController {
    ListScreen(list, services: dependencies.services)
  }
}
