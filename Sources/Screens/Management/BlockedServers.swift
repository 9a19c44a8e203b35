import Domain
import EmptyState
import PostCell
import TimelineCore

/// The servers that the user has blocked. The actions show their own notices.
@MainActor
final class BlockedServers: ItemListSubject {
  private let dependencies: ManagementDependencies

  let title = "Blocked servers"
  let contentName = "the servers that you block"
  let noun = "server"
  var empty: EmptyStateViewModel { Self.emptyView }
  static let emptyView = EmptyStateViewModel(
    name: "no blocked servers", title: "You block no servers",
    sentences: ["Blocking a server hides all posts and notifications from it."],
    actions: [.create, .back])

  init(_ dependencies: ManagementDependencies) {
    self.dependencies = dependencies
  }

  func load() async throws(TimelineError) -> [Item] {
    guard let management = dependencies.management else { return [] }
    let relationships = dependencies.actions.relationships
    let hosts = try await management.blockedServers()
    let changed = relationships.changedServerBlocks
    let known = Set(hosts.map { $0.lowercased() })
    let kept = hosts.filter { changed[$0.lowercased()] != false }
    let added = changed.filter { $0.value && !known.contains($0.key) }.map(\.key).sorted()
    return (kept + added).map { Item(id: $0, title: $0) }
  }

  func commands(for item: Item?) -> [ItemCommand] {
    let actions = dependencies.actions
    guard actions.kinds.contains(.blockServer) else { return [] }
    let add = ItemCommand(
      SourceCommands.create, "block a server", hint: "block",
      .prompt(label: "Block the server", placeholder: "server.example") { text throws(TimelineError) in
        let host = text.split(separator: "@").last.map(String.init)?.lowercased() ?? text.lowercased()
        actions.perform(.blockServer(true, host), about: host)
        return ""
      })
    guard let item else { return [add] }
    return [
      add,
      ItemCommand(
        ItemListCommands.remove, "unblock \(item.id)", hint: "unblock",
        .work { () async throws(TimelineError) in
          actions.perform(.blockServer(false, item.id), about: item.id)
          return ""
        }),
    ]
  }
}
