import Domain
import EmptyState

/// The accounts on a list.
@MainActor
final class ListMembers: ItemListSubject {
  private let list: UserList
  private let dependencies: ManagementDependencies
  private var members: [Profile] = []

  let noun = "member"
  var title: String { "Members of “\(list.title)”" }
  var contentName: String { "the members of “\(list.title)”" }
  var empty: EmptyStateViewModel { Self.emptyView }
  static let emptyView = EmptyStateViewModel(
    name: "no members", title: "No members yet",
    sentences: ["You can only add accounts that you follow."],
    actions: [.create, .back])

  init(of list: UserList, _ dependencies: ManagementDependencies) {
    self.list = list
    self.dependencies = dependencies
  }

  func load() async throws(TimelineError) -> [Item] {
    guard let management = dependencies.management, let id = list.id else { return [] }
    members = try await management.members(ofList: id)
    return members.map { Item(id: $0.actionTargetID, title: $0.displayName, value: "@\($0.handle)") }
  }

  func commands(for item: Item?) -> [ItemCommand] {
    guard let management = dependencies.management, let id = list.id else { return [] }
    let (profiles, list, router) = (dependencies.profiles, list, dependencies.router)
    let add = ItemCommand(
      SourceCommands.create, "add an account", hint: "add",
      .prompt(label: "Add", placeholder: "@user@server") { text throws(TimelineError) in
        let handle = String(text.drop { $0 == "@" })
        let found = try await profiles?.profile(Profile(handle: handle), .cached).profile
        let profile = found ?? Profile(handle: handle)
        try await management.setMember(profile.actionTargetID, ofList: id, true)
        return "Added @\(profile.handle) to “\(list.title)”."
      })
    guard let item, let member = members.first(where: { $0.actionTargetID == item.id }) else { return [add] }
    return [
      ItemCommand(ItemListCommands.open, "open the profile", hint: "profile", .open { router.showProfile(member) }),
      add,
      ItemCommand(
        ItemListCommands.remove, "remove @\(member.handle)", hint: "remove",
        .confirmed("yes, remove @\(member.handle) from “\(list.title)”") { () async throws(TimelineError) in
          try await management.setMember(item.id, ofList: id, false)
          return "Removed @\(member.handle) from “\(list.title)”."
        }),
    ]
  }
}
