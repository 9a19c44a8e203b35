import Domain
import Formats
import Management
import Outbox
import PostCell
import Report
import Runtime
import ScreenSupport
import Settings
import TerminalKit
import TimelineCore

/// An open account: its source, and the state that all its screens share.
@MainActor
struct OpenAccount {
  let source: Source
  let session: AccountSession
  let drafts: ObservableDrafts
  let reports = ReportDrafts()
  let refusedNotes = RefusedNotes()
  /// Announces the outcome of sent posts; nil if the account cannot write.
  let outbox: OutboxNotices?
  /// nil if there is no server.
  let announcements: UnreadAnnouncements?

  var account: Account { session.account }
  var cache: PostCache { session.cache }
  var actions: PostActionService { session.actions }
}

/// The accounts opened so far. They have the same cache, because a search can show posts of several.
@MainActor
final class OpenAccounts {
  let cache = PostCache()
  /// Informs the user that the server has refused an action. Returns false if it could not.
  var onRefusal: @MainActor (RefusedAction, AccountID) -> Bool = { _, _ in false }

  /// Whether the outbox is open, which shows the outcome of sent posts. Failures are then announced only until the next
  /// key.
  var isOutboxOpen: @MainActor () -> Bool = { false }

  private let dependencies: CoordinatorDependencies
  private let revealed = RevealedWarnings()
  private let visits = ThreadVisits()
  private var opened: [AccountID: OpenAccount] = [:]

  init(_ dependencies: CoordinatorDependencies) {
    self.dependencies = dependencies
  }

  /// nil if the account has not been opened.
  subscript(account: AccountID) -> OpenAccount? { opened[account] }

  /// - Returns: nil if the account no longer exists.
  func open(_ account: Account) -> OpenAccount? {
    // An account whose server has moved has another source.
    if let open = opened[account.id], open.account.origin == account.origin { return open }
    guard let source = dependencies.environment.accounts.source(of: account.id) else { return nil }
    let open = makeAccount(account, source)
    opened[account.id] = open
    loadPublishingCapabilities(of: open)
    let navigator = dependencies.navigator
    navigator.deferUntilIdle { [weak navigator, actingAccounts = dependencies.services.actingAccounts] in
      // The actions that can be performed as another account depend on them.
      actingAccounts.reload { navigator?.needsDisplay?() }
    }
    return open
  }

  /// Loads from the server whether it supports quotes and quote policies.
  func loadPublishingCapabilities(of account: OpenAccount) {
    guard let publishing = account.source.publishing else { return }
    let actions = account.actions
    actions.loadingCapabilities?.cancel()
    actions.loadingCapabilities = dependencies.services.runner.start(for: actions) { [weak actions] in
      let capabilities = await publishing.loadCapabilities()
      actions?.canQuote = capabilities.canQuote
      actions?.canSetQuotePolicy = capabilities.canSetQuotePolicy
    }
  }
}

extension OpenAccounts {
  private func makeAccount(_ account: Account, _ source: Source) -> OpenAccount {
    let (services, settings) = (dependencies.services, dependencies.settings)
    let session = AccountSession(
      account: account, capabilities: source.capabilities, navigation: source.navigation, cache: cache,
      actions: makeActions(of: account, source), canWrite: source.publishing != nil,
      unsent: UnsentCount(source.publishing, source.actions, runner: services.runner),
      heldNotifications: HeldNotificationsStore(
        source.heldNotifications, clock: services.clock, runner: services.runner),
      revealed: revealed, visits: visits,
      options: TimelineOptionsStore(cache: cache) { settings.value.readingPreferences },
      translations: makeTranslations(of: account, source), features: source.features)
    return OpenAccount(
      source: source, session: session,
      drafts: ObservableDrafts(dependencies.environment.drafts(of: account.id), clock: services.clock),
      outbox: makeOutboxNotices(source),
      announcements: source.features.map { UnreadAnnouncements($0, runner: services.runner) })
  }

  private func makeActions(of account: Account, _ source: Source) -> PostActionService {
    let services = dependencies.services
    let actions =
      source.actions.map { actions in
        PostActionService(
          actions, of: account.id, cache: cache, clock: services.clock, runner: services.runner, showNotice: announce)
      } ?? PostActionService()
    actions.withdrawNotice = withdraw
    actions.profiles = source.profiles
    if case .server = account.origin { actions.reposter = account.profile }
    actions.onRefusal = { [weak self, id = account.id] in self?.onRefusal($0, id) ?? false }
    return actions
  }

  private func makeTranslations(of account: Account, _ source: Source) -> PostTranslations? {
    source.features.map { server in
      // The demo is the same everywhere.
      let languages = account.id.kind == .demo ? ["en"] : PreferredLanguages.user.codes
      return PostTranslations(
        server, languages: languages, runner: dependencies.services.runner,
        showNotice: announce, withdrawNotice: withdraw)
    }
  }

  private func makeOutboxNotices(_ source: Source) -> OutboxNotices? {
    source.publishing.map { publishing in
      OutboxNotices(
        publishing, keymap: dependencies.services.keymap, clock: dependencies.services.clock,
        runner: dependencies.services.runner,
        announce: { [weak self, weak navigator = dependencies.navigator] text, severity in
          navigator?.announce(text, severity: self?.isOutboxOpen() == true ? .notice : severity)
        },
        withdraw: withdraw,
        replace: { [weak navigator = dependencies.navigator] in navigator?.replaceBanner($0, with: $1) }
      ) { [cache] post in
        if post.states.contains(.edited) { cache.update(post) } else { cache.add(post, by: .published) }
      }
    }
  }

  private var withdraw: @MainActor (String) -> Void {
    { [weak navigator = dependencies.navigator] in navigator?.withdrawBanner($0) }
  }

  private var announce: @MainActor (String, Bool) -> Void {
    { [weak navigator = dependencies.navigator] in navigator?.announce($0, severity: Severity(isFailure: $1)) }
  }
}

extension UserSettings {
  /// The preferences for all timelines. Without a setting, the languages are those of the locale.
  var readingPreferences: ReadingPreferences {
    ReadingPreferences(
      showsRepostsOfOwnPosts: showsRepostsOfOwnPosts,
      languages: languages.isEmpty ? PreferredLanguages.user.codes : languages)
  }
}
