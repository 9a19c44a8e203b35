import Domain
import EmptyState
import Management
import PostCell
import Sidebar
import Statistics
import TerminalKit
import Timeline

/// The layout of the screen: sidebar, list, detail pane and columns.
@MainActor
final class LayoutCoordinator {
  private let dependencies: CoordinatorDependencies
  private let accounts: AccountCoordinator
  private let posts: PostCoordinator
  private let settings: SettingsCoordinator
  private lazy var paletteDestinations = PaletteDestinations(
    accounts: accounts, settings: settings, listAccounts: environment.listAccounts, navigator: navigator,
    runner: dependencies.services.runner)

  init(
    _ dependencies: CoordinatorDependencies, accounts: AccountCoordinator, posts: PostCoordinator,
    settings: SettingsCoordinator
  ) {
    self.dependencies = dependencies
    self.accounts = accounts
    self.posts = posts
    self.settings = settings
  }

  private var environment: AppEnvironment { dependencies.environment }
  private var navigator: Navigator { dependencies.navigator }
  private var openAccount: OpenAccount? { accounts.currentAccount.flatMap { posts.openAccounts[$0] } }

  /// Whether the program starts with the column layout.
  var startsWithColumns: Bool {
    let configuration = dependencies.configuration
    guard configuration.address == nil else { return false }
    return !configuration.columnHandles.isEmpty
      || dependencies.settings.value.layout == .columns && !configuration.isDemo && environment.requested == nil
  }

  /// Installs the sidebar, the placeholder of the detail pane and the commands of all screens.
  func install() {
    let sidebar = SidebarDependencies(
      listAccounts: environment.listAccounts,
      countUnread: CountUnread(sources: environment.accounts, session: environment.session) {
        @MainActor [settings = dependencies.settings] in settings.value.readingPreferences
      },
      currentAccount: { [weak accounts] in accounts?.currentAccount }, services: dependencies.services)
    let router = SidebarRouter(
      openAccount: { [weak accounts] in accounts?.showTimeline(of: $0) },
      signIn: { [weak accounts] in accounts?.showLogin(to: $0) },
      openTimeline: { [weak navigator] in navigator?.performInRoot($0) })
    navigator.setSidebar(
      SidebarAssembly.make(dependencies: sidebar, router: router),
      placeholder: EmptyStateViewController(title: "Post", reason: .nothingSelected, keymap: navigator.currentKeymap))
    let values = dependencies.settings.value
    navigator.paneWidths = values.paneWidths
    // `AppAssembly.start()` opens the columns, unless an account was requested.
    navigator.layout = values.layout == .columns ? .auto : values.layout
    if values.layout == .auto { restoreLayout() }
    navigator.precedingCommands = { [weak accounts] in accounts?.columns.focusCommands ?? [] }
    navigator.sharedCommands = { [weak self] in self?.sharedCommands ?? [] }
    navigator.layoutCommands = { [weak self] in self?.layoutCommands ?? [] }
    navigator.settingsCommands = { [weak settings] in settings?.availableCommands ?? [] }
    navigator.unavailableGlobalCommands = { [weak self] in self?.unavailableCommands ?? [] }
    navigator.findDestinations = { [paletteDestinations] in paletteDestinations.find(found: $0) }
    navigator.rootsDidChange = { [weak accounts] in accounts?.updateFollowedAccounts() }
  }

  private var layoutCommands: [AvailableCommand] {
    accounts.columns.availableCommands
      + [AvailableCommand(ColumnCommands.changeLayout) { [weak self] in self?.changeLayout() }]
      + screenCommands
  }

  /// The commands that open the outbox, the post sent last and the statistics of the current account.
  private var screenCommands: [AvailableCommand] {
    guard let openAccount else { return [] }
    return posts.writing.outboxCommands(of: openAccount) + posts.sentPostCommands(of: openAccount)
      + posts.statisticsCommands(of: openAccount)
  }

  /// The commands to switch accounts, and those for the server of the current account.
  private var sharedCommands: [AvailableCommand] {
    Array(
      joining: accounts.accountCommands, openAccount.map(posts.serverCommands) ?? [],
      openAccount.map(posts.managementCommands) ?? [])
  }

  private var unavailableCommands: [UnavailableCommand] {
    screenUnavailableCommands + settings.unavailableCommands
  }

  private var screenUnavailableCommands: [UnavailableCommand] {
    let server = serverUnavailableCommands
    guard let openAccount else {
      return accounts.columns.unavailableCommands + server
        + [UnavailableCommand]([PostActionCommands.outbox, StatisticsCommands.show], "No account is open")
    }
    let outboxReason = openAccount.outbox == nil ? PostActionCommands.readOnlyReason : "The outbox is already open"
    let management = [UnavailableCommand](ManagementCommands.all, "Not possible here")
    return accounts.columns.unavailableCommands + server + management + [
      UnavailableCommand(PostActionCommands.outbox, outboxReason),
      UnavailableCommand(PostActionCommands.showSent, "No post was sent since Tern was started"),
      UnavailableCommand(StatisticsCommands.show, "Statistics are already open"),
    ]
  }

  private var serverUnavailableCommands: [UnavailableCommand] {
    let hasServer = accounts.currentAccount.flatMap { environment.accounts.source(of: $0)?.features } != nil
    return [UnavailableCommand](
      SourceCommands.serverFeatures,
      hasServer ? "The server of this account does not offer this" : "This account has no server")
  }

  /// Shows panes or one screen at a time, as the user has last chosen with a key.
  private func restoreLayout() {
    dependencies.services.runner.start(for: self) { [weak navigator, session = environment.session] in
      guard let prefersPanes = await session.load().prefersPanes, navigator?.layout == .auto else { return }
      navigator?.layout = prefersPanes ? .split : .single
    }
  }

  /// Stores the choice for the next start, or removes it if the width suggests the same.
  private func store(_ chosen: PaneLayout) {
    let prefersPanes = chosen == navigator.automaticLayout ? nil : chosen == .split
    dependencies.services.runner.start { [session = environment.session] in
      // If it is not stored, the next start chooses by the width.
      try? await session.update { $0.prefersPanes = prefersPanes }
    }
  }

  private func changeLayout() {
    switch navigator.effectiveLayout {
    case .split:
      setLayout(.columns)
    case .columns:
      setLayout(.single)
      store(.single)
      navigator.showRemark("One screen at a time")
    case .single, .auto:
      navigator.layout = .split
      guard navigator.effectiveLayout == .split else { return setLayout(.columns) }
      store(.split)
      navigator.showRemark("Panes")
    }
  }

  /// Switches to another layout.
  func setLayout(_ layout: PaneLayout) {
    let columns = accounts.columns
    if layout == .columns {
      columns.open(startingWith: accounts.currentAccount) { [weak accounts] in accounts?.showLogin(signInHandle: nil) }
      return
    }
    guard columns.isOpen else {
      columns.stopOpening()
      navigator.layout = layout
      return
    }
    let (account, tab) = (columns.focusedAccount, columns.focusedTab)
    let returns = columns.accountAfterClosing == nil
    columns.close()
    navigator.layout = layout
    if returns, accounts.showLastTimelines() { return }
    guard let account else { return accounts.showLogin(signInHandle: nil) }
    accounts.showTimeline(of: account)
    if let tab, TimelineCommands.timeline.indices.contains(tab) {
      navigator.performInRoot(TimelineCommands.timeline[tab])
    }
  }
}
