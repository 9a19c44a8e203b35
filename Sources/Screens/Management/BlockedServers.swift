import Domain
import EmptyState
import PostCell
import ScreenSupport
import TimelineCore

/// The servers that the user has blocked. The actions show their own notices.
@MainActor
final class BlockedServers: ManagedList {
  weak var view: (any ListScreenView<ManagedItemRow>)?
  let dependencies: ManagementDependencies
  private(set) lazy var loader = ScreenLoader<[ManagedItem]>(
    for: self, dependencies.services, of: dependencies.account)

  let title = "Blocked servers"
  let contentName = "the servers that you block"
  let noun = "server"
  static let emptyView = EmptyStateViewModel(
    name: "no blocked servers", title: "You block no servers",
    sentences: ["Blocking a server hides all posts and notifications from it."],
    actions: [.create, .back])

  init(_ dependencies: ManagementDependencies) {
    self.dependencies = dependencies
  }

  func items() async throws(TimelineError) -> [ManagedItem] {
    guard let management = dependencies.management else { return [] }
    let hosts = dependencies.actions.relationships.applyBlockedServers(to: try await management.blockedServers())
    return hosts.map { ManagedItem(id: $0, title: $0) }
  }

  func commands(for item: ManagedItem?) -> [RowCommand] {
    let actions = dependencies.actions
    guard actions.kinds.contains(.blockServer) else { return [] }
    let add = RowCommand(
      SourceCommands.create, "block a server", hint: "block",
      prompt("Block the server", placeholder: "server.example") { text throws(TimelineError) in
        let host = text.split(separator: "@").last.map(String.init)?.lowercased() ?? text.lowercased()
        actions.perform(.blockServer(true, host), about: host)
        return ""
      })
    guard let item else { return [add] }
    return [
      add,
      RowCommand(
        ManagedListCommands.remove, "unblock \(item.id)", hint: "unblock",
        .send { () async throws(TimelineError) in
          actions.perform(.blockServer(false, item.id), about: item.id)
          return ""
        }),
    ]
  }
}
