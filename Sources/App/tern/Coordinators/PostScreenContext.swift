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

  /// - Parameters:
  ///   - profile: The profile of the user's account; nil for the one known from the start.
  ///   - query: The search that found the post, or nil.
  init(_ shared: SharedPosts, _ source: Source, profile: Profile? = nil, query: SearchQuery? = nil) {
    account = shared.account
    self.profile = profile ?? shared.account.profile
    self.query = query
    self.source = source
    self.shared = shared
  }

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
      options: shared.options,
      translations: shared.translations, features: source.features)
  }
}
