import Domain
import EmptyState
import ScreenSupport

/// The accounts on a list.
@MainActor
final class ListMembers: ManagedList {
  private let list: UserList
  weak var view: (any ListScreenView<ManagedItemRow>)?
  let dependencies: ManagementDependencies
  private(set) lazy var loader = ScreenLoader<[ManagedItem]>(
    for: self, dependencies.services, of: dependencies.account)
  private var members: [Profile] = []

  let noun = "member"
  var title: String { "Members of “\(list.title)”" }
  var contentName: String { "the members of “\(list.title)”" }
  static let emptyView = EmptyStateViewModel(
    name: "no members", title: "No members yet",
    sentences: ["You can only add accounts that you follow."],
    actions: [.create, .back])

  init(of list: UserList, _ dependencies: ManagementDependencies) {
    self.list = list
    self.dependencies = dependencies
  }

  func items() async throws(TimelineError) -> [ManagedItem] {
    guard let management = dependencies.management, let id = list.id else { return [] }
    members = try await management.members(ofList: id)
    return members.map { ManagedItem(id: $0.actionTargetID, title: $0.displayName, value: "@\($0.handle)") }
  }

  func commands(for item: ManagedItem?) -> [RowCommand] {
    guard let management = dependencies.management, let id = list.id else { return [] }
    let (profiles, list, router) = (dependencies.profiles, list, dependencies.router)
    let add = RowCommand(
      SourceCommands.create, "add an account", hint: "add",
      prompt(
        "Add", placeholder: "for example @grace", completion: { [dependencies] in PeopleCompletion.make(dependencies) }
      ) {
        text throws(TimelineError) in
        let handle = String(text.drop { $0 == "@" })
        let found = try await profiles?.profile(Profile(handle: handle), .cached).profile
        let profile = found ?? Profile(handle: handle)
        try await management.setMember(profile.actionTargetID, ofList: id, true)
        return "Added @\(profile.handle) to “\(list.title)”."
      })
    guard let item, let member = members.first(where: { $0.actionTargetID == item.id }) else { return [add] }
    return [
      RowCommand(ManagedListCommands.open, "open the profile", hint: "profile", .open { router.showProfile(member) }),
      add,
      RowCommand(
        ManagedListCommands.remove, "remove @\(member.handle)", hint: "remove",
        confirm("yes, remove @\(member.handle) from “\(list.title)”") { () async throws(TimelineError) in
          try await management.setMember(item.id, ofList: id, false)
          return "Removed @\(member.handle) from “\(list.title)”."
        }),
    ]
  }
}
