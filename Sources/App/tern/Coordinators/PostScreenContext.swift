import Domain
import ScreenSupport

/// What a screen opened from a timeline inherits from it.
struct PostScreenContext {
  let account: Account
  /// The profile of the user's account, as the source reports it.
  let profile: Profile
  /// The search that found the post, or nil.
  let query: SearchQuery?
  let source: Source
  let shared: SharedPosts
  /// The account that acts on posts of a server that is read without an account; nil for none.
  let actingAccount: AccountID?

  /// - Parameters:
  ///   - profile: The profile of the user's account; nil for the one known from the start.
  ///   - query: The search that found the post, or nil.
  ///   - actingAccount: The account that acts on posts of a server that is read without an account; nil for none.
  init(
    _ shared: SharedPosts, _ source: Source, profile: Profile? = nil, query: SearchQuery? = nil,
    actingAccount: AccountID? = nil
  ) {
    self.actingAccount = actingAccount
    account = shared.account
    self.profile = profile ?? shared.account.profile
    self.query = query
    self.source = source
    self.shared = shared
  }

  /// The context of a post that a timeline of this one has found.
  func found(by query: SearchQuery?, as profile: Profile) -> PostScreenContext {
    PostScreenContext(shared, source, profile: profile, query: query, actingAccount: actingAccount)
  }

  /// The context from the start: without a search, and with the profile known then.
  var unopened: PostScreenContext { PostScreenContext(shared, source, actingAccount: actingAccount) }

  /// `account` with the profile that the source reports.
  var reader: Account {
    var reader = account
    reader.profile = profile
    return reader
  }

  @MainActor
  var session: AccountSession {
    AccountSession(
      account: reader, capabilities: source.capabilities, navigation: source.navigation, cache: shared.cache,
      actions: shared.actions, canWrite: source.publishing != nil, unsent: shared.unsent,
      heldNotifications: shared.heldNotifications, revealed: shared.revealed, visits: shared.visits,
      options: shared.options, translations: shared.translations, features: source.features,
      actingAccount: actingAccount)
  }
}
