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
  var empty: EmptyStateViewModel { Self.emptyView }
  static let emptyView = EmptyStateViewModel(
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
