import Domain
import Formats
import Management
import Outbox
import PostCell
import Report
import Runtime
import Settings
import TimelineCore

/// State shared by all screens of an account: cached posts, revealed warnings, actions and drafts.
@MainActor
struct SharedPosts {
  let account: Account
  let cache: PostCache
  let revealed: RevealedWarnings
  let visits: ThreadVisits
  let options: TimelineOptionsStore
  let actions: PostActionService
  let unsent: UnsentCount
  let heldNotifications: HeldNotificationsStore
  let drafts: ObservableDrafts
  let reports = ReportDrafts()
  let refusedNotes = RefusedNotes()
  /// Announces the outcome of sent posts; nil if the account cannot write.
  let outbox: OutboxNotices?
  /// nil if there is no server.
  let translations: PostTranslations?
  /// nil if there is no server.
  let announcements: UnreadAnnouncements?
}

/// The shared state of each account opened so far. All accounts have the same cache, because a search can show posts of
/// several.
@MainActor
final class SharedPostsByAccount {
  let cache = PostCache()
  /// Informs the user that the server has refused an action. Returns false if it could not.
  var onRefusal: @MainActor (RefusedAction, AccountID) -> Bool = { _, _ in false }

  /// Whether the outbox is open, which shows the outcome of sent posts. Failures are then announced only until the next
  /// key.
  var isOutboxOpen: @MainActor () -> Bool = { false }

  private let dependencies: CoordinatorDependencies
  private let revealed = RevealedWarnings()
  private let visits = ThreadVisits()
  private var opened: [AccountID: SharedPosts] = [:]

  init(_ dependencies: CoordinatorDependencies) {
    self.dependencies = dependencies
  }

  /// nil if the account has not been opened.
  subscript(account: AccountID) -> SharedPosts? { opened[account] }

  func posts(of account: Account, _ source: Source) -> SharedPosts {
    if let shared = opened[account.id] { return shared }
    let actions = makeActions(of: account, source)
    let shared = SharedPosts(
      account: account, cache: cache, revealed: revealed, visits: visits,
      options: TimelineOptionsStore(cache: cache) { [settings = dependencies.settings] in
        settings.value.readingPreferences
      },
      actions: actions,
      unsent: UnsentCount(source.publishing, source.actions, runner: dependencies.services.runner),
      heldNotifications: HeldNotificationsStore(
        source.heldNotifications, clock: dependencies.services.clock, runner: dependencies.services.runner),
      drafts: ObservableDrafts(
        dependencies.environment.drafts(of: account.id), clock: dependencies.services.clock),
      outbox: makeOutboxNotices(source), translations: makeTranslations(of: account, source),
      announcements: source.features.map { UnreadAnnouncements($0, runner: dependencies.services.runner) })
    loadPublishingCapabilities(for: actions, source)
    opened[account.id] = shared
    let navigator = dependencies.navigator
    navigator.deferUntilIdle { [weak navigator, actingAccounts = dependencies.services.actingAccounts] in
      // The actions that can be performed as another account depend on them.
      actingAccounts.reload { navigator?.needsDisplay?() }
    }
    return shared
  }

  /// Loads from the server whether it supports quotes and quote policies.
  func loadPublishingCapabilities(for actions: PostActionService, _ source: Source) {
    guard let publishing = source.publishing else { return }
    actions.loadingCapabilities?.cancel()
    actions.loadingCapabilities = dependencies.services.runner.start(for: actions) { [weak actions] in
      let capabilities = await publishing.loadCapabilities()
      actions?.canQuote = capabilities.canQuote
      actions?.canSetQuotePolicy = capabilities.canSetQuotePolicy
    }
  }
}

extension SharedPostsByAccount {
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
        server, languages: languages, runner: dependencies.services.runner, showNotice: announce,
        withdrawNotice: withdraw)
    }
  }

  private func makeOutboxNotices(_ source: Source) -> OutboxNotices? {
    source.publishing.map { publishing in
      OutboxNotices(
        publishing, keymap: dependencies.services.keymap, clock: dependencies.services.clock,
        runner: dependencies.services.runner,
        announce: { [weak self, announce] text, isFailure in announce(text, isFailure && self?.isOutboxOpen() != true)
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
    { [weak navigator = dependencies.navigator] text, isFailure in navigator?.announce(text, isFailure: isFailure) }
  }
}

extension UserSettings {
  /// What the user wants to read. Without a setting, the languages are those of the locale.
  var readingPreferences: ReadingPreferences {
    ReadingPreferences(
      showsRepostsOfOwnPosts: showsRepostsOfOwnPosts,
      languages: languages.isEmpty ? PreferredLanguages.user.codes : languages)
  }
}
