import AddressLookup
import Domain
import EmptyState
import PostDetail
import ServerInfo
import ServerSearch
import TerminalKit
import Timeline

/// The screens of server features other than the timelines of an account: addresses, trends, suggestions,
/// announcements, their description, and the posts that they show without an account.
extension PostCoordinator {
  /// Identifies the content of the detail pane.
  private enum ServerDetailID: Hashable {
    case address(AccountID, String)
    case trends(AccountID)
    case suggestions(AccountID)
    case info(AccountID, ServerInfoSubject)
    case publicTimeline(PublicTimeline)
    case publicPost(PostRef)
  }

  /// The commands for the features that the account's server may have.
  func serverCommands(of opened: OpenAccount) -> [AvailableCommand] {
    let account = opened.account.id
    let addresses = [
      AvailableCommand(SourceCommands.openAddress) { [weak self] in self?.showAddress(nil, PostScreenContext(opened)) }
    ]
    guard let server = opened.source.features else { return addresses }
    let features = server.features
    func offer(
      _ feature: ServerFeature, _ command: Command, _ title: String? = nil,
      _ open: @escaping @MainActor (PostCoordinator, PostScreenContext) -> Void
    ) -> [AvailableCommand] {
      guard features.contains(feature) else { return [] }
      return [
        AvailableCommand(command, title: title) { [weak self] in
          if let self { open(self, PostScreenContext(opened)) }
        }
      ]
    }
    let unread = opened.announcements?.count ?? 0
    let announcements = unread > 0 ? "announcements (\(unread) unread)" : nil
    return Array(
      joining: addresses,
      offer(.trends, SourceCommands.trends) { $0.showList(.trends(server), ServerDetailID.trends(account), $1) },
      offer(.suggestions, SourceCommands.suggestions) {
        $0.showList(.suggestions(server), ServerDetailID.suggestions(account), $1)
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

  /// Looks up an address, and shows the post or profile there, or the public timeline of a server.
  /// - Parameter address: nil to let the user type one.
  func showAddress(_ address: FediverseAddress?, _ context: PostScreenContext) {
    let id = ServerDetailID.address(context.account.id, address?.text ?? "")
    let server = context.source.features
    let router = AddressLookupRouter(
      open: { [weak self] found in
        self?.navigator.removeDetail(id)
        switch found {
        case .post(let post): self?.showPost(post, context)
        case .profile(let profile): self?.show(.profile(profile), context)
        }
      },
      openTimeline: { [weak self] timeline in
        self?.navigator.removeDetail(id)
        self?.show(timeline, context)
      }, leave: { [weak navigator] in navigator?.removeDetail(id) },
      showLogin: { [weak self] in self?.accounts?.showLogin(to: context.account) },
      announce: { [weak navigator] in navigator?.announce($0, severity: Severity(isFailure: $1)) })
    navigator.showDetail(id) {
      AddressLookupAssembly.make(
        address, server: server?.features.contains(.addresses) == true ? server : nil, services: services,
        session: context.session, router: router)
    }
  }

  /// Opens an address from the command line in an account.
  func open(_ address: TypedAddress, in account: Account) {
    guard let opened = openAccounts.open(account) else { return }
    let context = PostScreenContext(opened)
    switch address {
    case .timeline(let timeline): show(timeline, context)
    case .item(let item): showAddress(item, context)
    }
  }

  /// Whether the account has a server that opens addresses of posts and profiles.
  func hasAddresses(_ account: Account) -> Bool {
    dependencies.environment.accounts.source(of: account.id)?.features?.features.contains(.addresses) == true
  }

  /// Announces unread announcements once, when an account is first opened.
  func loadAnnouncements(of opened: OpenAccount) {
    guard case .server(let origin) = opened.account.origin else { return }
    opened.announcements?.load { [weak self] count in
      guard let self else { return }
      let read = services.keymap.value.sentence(SourceCommands.announcements, "shows \(count == 1 ? "it" : "them")")
      let text = "\(count == 1 ? "1 unread announcement" : "\(count) unread announcements") from \(origin.host)"
      navigator.announceWhenFree([text, read].filter { !$0.isEmpty }.joined(separator: " · "))
    }
  }
}

// MARK: - Servers read without an account

extension PostCoordinator {
  /// Shows a public timeline of a server; with the account, if it belongs to that server.
  func show(_ timeline: PublicTimeline, _ context: PostScreenContext) {
    let id = ServerDetailID.publicTimeline(timeline)
    if case .server(let server) = context.account.origin, server.address == timeline.server.address,
      context.account.id.kind != .publicServer
    {
      return navigator.showDetail(id) { makeTimeline(of: ListedTimeline(timeline.idAtServer), context) }
    }
    show(timeline, actingAccount: context.actingAccount ?? context.account.id)
  }

  /// Shows a public timeline of a server.
  /// - Parameter account: the account that acts on its posts; nil for none.
  func show(_ timeline: PublicTimeline, actingAccount account: AccountID?) {
    guard let context = context(of: timeline, actingAccount: account) else {
      return navigator.announce("The demo does not have \(timeline.server.host), and contacts no servers.")
    }
    navigator.showDetail(ServerDetailID.publicTimeline(timeline)) {
      makeTimeline(of: ListedTimeline(.publicTimeline(timeline)), context)
    }
  }

  /// Shows a post or profile as its own server shows it to everyone.
  func showWithoutAccount(_ address: FediverseAddress) {
    guard let item = PublicItem(address),
      let context = context(of: PublicTimeline(server: item.server), actingAccount: nil)
    else {
      let signIn = services.keymap.value.sentence(SourceCommands.signIn, "signs in")
      return navigator.announce(
        "\(address.text.escapingControls) can be opened only with an account at a server."
          + (signIn.isEmpty ? "" : " \(signIn)."))
    }
    switch item.content {
    case .profile(let handle): show(.profile(Profile(handle: handle)), context)
    case .post(let id):
      let post = PostRef(account: context.account.id, id: id)
      let screen = ServerDetailID.publicPost(post)
      navigator.showDetail(screen) { makePost(PostDetailSubject(post), as: screen, context) }
    }
  }

  /// The use cases for a public timeline that is a tab; nil if the server cannot be read.
  func useCases(for timeline: PublicTimeline) -> PublicTimelineUseCases? {
    context(of: timeline, actingAccount: nil).map { context in
      PublicTimelineUseCases(
        load: LoadPublicTimeline(timeline, timelines: context.source.timelines),
        search: SearchTimeline(search: context.source.search))
    }
  }

  private func context(of timeline: PublicTimeline, actingAccount: AccountID?) -> PostScreenContext? {
    openAccounts.open(timeline.account).map { PostScreenContext($0, actingAccount: actingAccount) }
  }
}

@MainActor
extension PostScreenContext {
  /// The timeline of a hashtag at the server of the account.
  func timeline(ofTag name: String) -> ListedTimeline {
    guard let server = account.id.publicServer else { return ListedTimeline(.tag(name)) }
    return ListedTimeline(.publicTimeline(PublicTimeline(server: server, tag: name)))
  }
}
