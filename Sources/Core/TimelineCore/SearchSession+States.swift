import Domain

extension SearchSession {
  /// Notifications to the screen.
  public enum Event {
    /// The search has finished.
    /// - Parameter isNew: whether the query or its scope differs from the result shown before.
    case found(isNew: Bool)
    /// The number of matches has become known.
    case counted
    case failed(TimelineError)
    /// The request is slow. Sent once when the delay is reached, then every second.
    case isSlow
  }

  /// Shown instead of the timeline.
  public enum Result {
    case matches(TimelinePager)
    /// The text is not a valid query.
    case invalidQuery(SearchQueryError)
  }

  /// The reason that the text is not searched while it is being typed.
  public enum Hint: Hashable, Sendable {
    /// Too short to be searched before the user confirms it.
    case tooShort
    case invalid(SearchQueryError)
  }

  /// The timelines that are searched.
  public enum Scope: Hashable, Sendable {
    /// All timelines of the account.
    case account
    /// All timelines of all accounts.
    case accounts
  }
}
