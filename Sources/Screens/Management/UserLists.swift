import Domain
import EmptyState
import ScreenSupport

/// The user's lists of accounts.
@MainActor
final class UserLists: ItemListSubject {
  private let dependencies: ManagementDependencies
  private var lists: [UserList] = []

  let title = "Lists"
  let contentName = "your lists"
  let noun = "list"
  let empty = EmptyStateViewModel(
    name: "no lists", title: "No lists yet",
    sentences: ["A list is a timeline of some of the accounts that you follow."],
    actions: [.create, .back])

  init(_ dependencies: ManagementDependencies) {
    self.dependencies = dependencies
  }

  func load() async throws(TimelineError) -> [Item] {
    guard let management = dependencies.management else { return [] }
    lists = try await management.userLists()
    return lists.map { list in
      let replies: String? =
        switch list.replies {
        case .list: "replies to its members"
        case .followed: "replies to accounts that you follow"
        case .some(.none): "no replies"
        case nil: nil
        }
      let facts = [replies, list.isExclusive == true ? "left out of Home" : nil].compactMap(\.self)
      return Item(id: list.id ?? "", title: list.title, details: [facts.joined(separator: " · ")])
    }
  }

  func commands(for item: Item?) -> [ItemCommand] {
    guard let management = dependencies.management else { return [] }
    let router = dependencies.router
    let new = ItemCommand(
      SourceCommands.create, "create a list", hint: "new", .open { [weak self] in self?.edit(UserList(title: "")) })
    guard let item, let list = lists.first(where: { $0.id == item.id }), let id = list.id else { return [new] }
    return [
      ItemCommand(ItemListCommands.open, "its members", hint: "members", .open { router.showMembers(list) }),
      new,
      ItemCommand(
        ItemListCommands.edit, "rename or change “\(list.title)”", hint: "change",
        .open { [weak self] in self?.edit(list) }),
      ItemCommand(
        ItemListCommands.remove, "delete “\(list.title)”",
        .confirmed("yes, delete “\(list.title)”") { () async throws(TimelineError) in
          try await management.deleteList(id)
          return "Deleted “\(list.title)”."
        }),
    ]
  }

  private func edit(_ list: UserList) {
    guard let management = dependencies.management else { return }
    dependencies.router.showForm(
      UserListForm.subject(list, owner: dependencies.account.profile) { list throws(TimelineError) in
        try await management.save(list)
      })
  }
}

/// The form for a list.
@MainActor
enum UserListForm {
  private static let policies: [(UserList.RepliesPolicy, String)] = [
    (.list, "to its members"), (.followed, "to accounts that you follow"), (.none, "none"),
  ]

  static func subject(
    _ list: UserList, owner: Profile, save: @escaping @MainActor (UserList) async throws(TimelineError) -> Void
  ) -> FormSubject {
    var fields = [FormField("name", list.title, explanation: "The title of its tab.", placeholder: "Friends")]
    if let replies = list.replies {
      fields.append(
        FormField(
          "replies", policies.first { $0.0 == replies }?.1 ?? "", explanation: "Which replies the list shows.",
          choices: policies.map(\.1)))
    }
    if let isExclusive = list.isExclusive {
      fields.append(
        .toggle("exclusive", isExclusive, explanation: "Home leaves out the posts of its members."))
    }
    return FormSubject(
      title: list.id == nil ? "New list" : "List “\(list.title)”", owner: owner, fields: fields,
      saveTitle: list.id == nil ? "create the list" : "save the list",
      problem: { ($0["name"] ?? "").isEmpty ? "A list needs a name" : nil }
    ) { values throws(FormError) in
      var list = list
      list.title = values["name"] ?? ""
      list.replies = policies.first { $0.1 == values["replies"] }?.0 ?? list.replies
      if let exclusive = values["exclusive"] { list.isExclusive = exclusive == FormField.on }
      do throws(TimelineError) {
        try await save(list)
      } catch {
        throw FormError(error)
      }
      return "Saved the list “\(list.title)”."
    }
  }
}

/// The accounts on a list.
@MainActor
final class ListMembers: ItemListSubject {
  private let list: UserList
  private let dependencies: ManagementDependencies
  private var members: [Profile] = []

  let noun = "member"
  var title: String { "Members of “\(list.title)”" }
  var contentName: String { "the members of “\(list.title)”" }
  let empty = EmptyStateViewModel(
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
