import AddressLookup
import Domain
import EmptyState
import ServerInfo
import ServerSearch
import TerminalKit

/// The screens of an account's server: addresses, trends, suggestions, announcements and its description.
extension PostCoordinator {
  /// Identifies the content of the detail pane.
  private enum ServerDetailID: Hashable {
    case address(AccountID, String)
    case trends(AccountID)
    case suggestions(AccountID)
    case info(AccountID, ServerInfoSubject)
  }

  /// The commands for the features that the account's server may have.
  func serverCommands(of shared: SharedPosts) -> [AvailableCommand] {
    guard let source = dependencies.environment.accounts.source(of: shared.account.id), let server = source.features
    else { return [] }
    let features = server.features
    func offer(
      _ feature: ServerFeature, _ command: Command, _ title: String? = nil,
      _ open: @escaping @MainActor (PostCoordinator, PostScreenContext) -> Void
    ) -> [AvailableCommand] {
      guard features.contains(feature) else { return [] }
      return [
        AvailableCommand(command, title: title) { [weak self] in
          if let self { open(self, PostScreenContext(shared, source)) }
        }
      ]
    }
    let unread = shared.announcements?.count ?? 0
    let announcements = unread > 0 ? "announcements (\(unread) unread)" : nil
    return Array(
      joining: offer(.addresses, SourceCommands.openAddress) { $0.showAddress(nil, $1) },
      offer(.trends, SourceCommands.trends) {
        $0.showList(.trends(server), ServerDetailID.trends(shared.account.id), $1)
      },
      offer(.suggestions, SourceCommands.suggestions) {
        $0.showList(.suggestions(server), ServerDetailID.suggestions(shared.account.id), $1)
      },
      offer(.announcements, SourceCommands.announcements, announcements) { $0.showInfo(.announcements, server, $1) },
      offer(.description, SourceCommands.serverPage) { $0.showInfo(.description, server, $1) })
  }

  private func showList(_ list: ServerSearch, _ id: ServerDetailID, _ context: PostScreenContext) {
    navigator.showDetail(id) {
      ServerSearchAssembly.make(list, services: services, session: context.session, router: router(context))
    }
  }

  private func showInfo(
    _ subject: ServerInfoSubject, _ server: any ServerFeatureRepository, _ context: PostScreenContext
  ) {
    navigator.showDetail(ServerDetailID.info(context.account.id, subject)) {
      ServerInfoAssembly.make(
        subject, server: server, services: services, session: context.session, router: router(context))
    }
  }

  /// Looks up an address, and shows the post or profile there.
  /// - Parameter address: nil to let the user type one.
  func showAddress(_ address: FediverseAddress?, _ context: PostScreenContext) {
    guard let server = context.source.features else { return }
    let id = ServerDetailID.address(context.account.id, address?.text ?? "")
    let router = AddressLookupRouter(
      open: { [weak self] found in
        self?.navigator.removeDetail(id)
        switch found {
        case .post(let post): self?.showPost(post, context)
        case .profile(let profile): self?.show(.profile(profile), context)
        }
      }, leave: { [weak navigator] in navigator?.removeDetail(id) },
      showLogin: { [weak self] in self?.accounts?.showLogin(to: context.account) },
      announce: { [weak navigator] in navigator?.announce($0, isFailure: $1) })
    navigator.showDetail(id) {
      AddressLookupAssembly.make(
        address, server: server, services: services, session: context.session, router: router)
    }
  }

  /// Opens an address from the command line in an account.
  func open(_ address: FediverseAddress, in account: Account) {
    guard let source = dependencies.environment.accounts.source(of: account.id),
      source.features?.features.contains(.addresses) == true
    else {
      return navigator.announce(
        "\(account.label) has no server that could open this address. Choose another account with --account.")
    }
    showAddress(address, PostScreenContext(shared.posts(of: account, source), source))
  }

  /// Announces unread announcements once, when an account is first opened.
  func loadAnnouncements(of shared: SharedPosts) {
    guard case .server(let origin) = shared.account.origin else { return }
    shared.announcements?.load { [weak self] count in
      guard let self else { return }
      let read = services.keymap.value.sentence(SourceCommands.announcements, "shows \(count == 1 ? "it" : "them")")
      let text = "\(count == 1 ? "1 unread announcement" : "\(count) unread announcements") from \(origin.host)"
      navigator.announce([text, read].filter { !$0.isEmpty }.joined(separator: " · "), isFailure: false)
    }
  }
}
