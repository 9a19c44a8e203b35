import Domain
import EmptyState
import ScreenSupport

/// The user's lists of accounts.
@MainActor
final class UserLists: ManagedList {
  weak var view: (any ListScreenView<ManagedItemRow>)?
  let dependencies: ManagementDependencies
  private(set) lazy var loader = ScreenLoader<[ManagedItem]>(
    for: self, dependencies.services, of: dependencies.account)
  private var lists: [UserList] = []
  /// The list that was just created, until another one is selected.
  private(set) var selectedItemID: String?

  let title = "Lists"
  let contentName = "your lists"
  let noun = "list"
  static let emptyView = EmptyStateViewModel(
    name: "no lists", title: "No lists yet",
    sentences: ["A list is a timeline of some of the accounts that you follow."],
    actions: [.create, .back])

  init(_ dependencies: ManagementDependencies) {
    self.dependencies = dependencies
  }

  func items() async throws(TimelineError) -> [ManagedItem] {
    guard let management = dependencies.management else { return [] }
    let known = loader.content?.map(\.id)
    lists = try await management.userLists()
    if let known, let created = lists.first(where: { !known.contains($0.id ?? "") }) { selectedItemID = created.id }
    return lists.map { list in
      let replies: String? =
        switch list.replies {
        case .list: "replies to its members"
        case .followed: "replies to accounts that you follow"
        case .some(.none): "no replies"
        case nil: nil
        }
      let facts = [replies, list.isExclusive == true ? "left out of Home" : nil].compactMap(\.self)
      return ManagedItem(id: list.id ?? "", title: list.title, details: [facts.joined(separator: " · ")])
    }
  }

  func didSelectRow(at index: Int) { selectedItemID = nil }

  func commands(for item: ManagedItem?) -> [RowCommand] {
    guard let management = dependencies.management else { return [] }
    let router = dependencies.router
    let new = RowCommand(
      SourceCommands.create, "create a list", hint: "new", .open { [weak self] in self?.edit(UserList(title: "")) })
    guard let item, let list = lists.first(where: { $0.id == item.id }), let id = list.id else { return [new] }
    return [
      RowCommand(ManagedListCommands.open, "its members", hint: "members", .open { router.showMembers(list) }),
      new,
      RowCommand(
        ManagedListCommands.edit, "rename or change “\(list.title)”", hint: "change",
        .open { [weak self] in self?.edit(list) }),
      RowCommand(
        ManagedListCommands.remove, "delete “\(list.title)”",
        confirm("yes, delete “\(list.title)”") { () async throws(TimelineError) in
          try await management.deleteList(id)
          return "Deleted “\(list.title)”."
        }),
    ]
  }

  private func edit(_ list: UserList) {
    guard let management = dependencies.management else { return }
    dependencies.router.showForm(
      UserListForm.subject(list, owner: dependencies.account.profile) { changed throws(TimelineError) in
        try await management.save(changed, replacing: list.id == nil ? nil : list)
      })
  }
}
