import Domain
import ScreenSupport

/// The context that a screen inherits from the timeline it is opened from.
struct PostScreenContext {
  let opened: OpenAccount
  /// The profile of the user's account, as the source reports it.
  let profile: Profile
  /// The search that found the post, or nil.
  let query: SearchQuery?
  /// The account that acts on posts of a server that is read without an account; nil for none.
  let actingAccount: AccountID?

  /// - Parameters:
  ///   - profile: the profile of the user's account; nil for the one known from the start.
  ///   - query: the search that found the post, or nil.
  ///   - actingAccount: the account that acts on posts of a server that is read without an account; nil for none.
  @MainActor
  init(
    _ opened: OpenAccount, profile: Profile? = nil, query: SearchQuery? = nil, actingAccount: AccountID? = nil
  ) {
    self.opened = opened
    self.profile = profile ?? opened.account.profile
    self.query = query
    self.actingAccount = actingAccount
  }
}

@MainActor
extension PostScreenContext {
  var source: Source { opened.source }
  var account: Account { opened.account }

  /// The context of a post that a timeline of this one has found.
  func found(by query: SearchQuery?, as profile: Profile) -> PostScreenContext {
    PostScreenContext(opened, profile: profile, query: query, actingAccount: actingAccount)
  }

  /// The context from the start: without a search, and with the profile known then.
  var unopened: PostScreenContext { PostScreenContext(opened, actingAccount: actingAccount) }

  /// `account` with the profile that the source reports.
  var reader: Account { session.account }

  var session: AccountSession {
    var session = opened.session
    session.account.profile = profile
    session.actingAccount = actingAccount
    return session
  }
}
