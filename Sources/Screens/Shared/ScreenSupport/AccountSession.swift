import Domain
import PostCell
import TimelineCore

/// An open account: what its source supports, and the state that its screens share.
@MainActor
public struct AccountSession {
  public var account: Account
  public var capabilities: SourceCapabilities
  /// The screens that can be opened from its posts.
  public let navigation: NavigationCapabilities
  /// The posts of all screens.
  public let cache: PostCache
  /// Performs the user's actions on posts and profiles.
  public let actions: PostActionService
  /// Whether posts can be written in the account.
  public let canWrite: Bool
  /// The posts and actions that wait to be sent.
  public let unsent: UnsentCount
  /// The notifications that the server holds back.
  public let heldNotifications: HeldNotificationsStore
  /// The content warnings revealed on any screen.
  public let revealed: RevealedWarnings
  /// The threads that the user has read.
  public let visits: ThreadVisits
  /// The options of the timelines.
  public var options: TimelineOptionsStore
  /// The posts that are shown translated; nil if there is no server.
  public let translations: PostTranslations?
  /// The features of the server in addition to timelines; nil if there is no server.
  public let features: (any ServerFeatureRepository)?
  /// The account of the user that acts on posts of a server that is read without an account; nil for none.
  public var actingAccount: AccountID?

  public init(
    account: Account, capabilities: SourceCapabilities = SourceCapabilities(),
    navigation: NavigationCapabilities = NavigationCapabilities(), cache: PostCache = PostCache(),
    actions: PostActionService? = nil, canWrite: Bool = false, unsent: UnsentCount = UnsentCount(),
    heldNotifications: HeldNotificationsStore? = nil,
    revealed: RevealedWarnings = RevealedWarnings(), visits: ThreadVisits = ThreadVisits(),
    options: TimelineOptionsStore = TimelineOptionsStore(), translations: PostTranslations? = nil,
    features: (any ServerFeatureRepository)? = nil, actingAccount: AccountID? = nil
  ) {
    self.actingAccount = actingAccount
    self.options = options
    self.translations = translations
    self.features = features
    self.visits = visits
    self.account = account
    self.capabilities = capabilities
    self.navigation = navigation
    self.cache = cache
    self.actions = actions ?? PostActionService()
    self.canWrite = canWrite
    self.unsent = unsent
    self.heldNotifications = heldNotifications ?? HeldNotificationsStore()
    self.revealed = revealed
  }

  /// Decides why entries of the timelines are not shown.
  public var visibility: EntryVisibility { EntryVisibility(actions.relationships, options) }

  public var logHandle: String { account.profile.logHandle }
}

extension Profile {
  /// The profile in the log.
  public var logHandle: String { handle.isEmpty ? name : handle }
}
