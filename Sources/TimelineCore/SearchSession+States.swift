import Domain

extension SearchSession {
  /// What the screen is told.
  public enum Event {
    /// What was looked for is found, or it is not there.
    /// - Parameter isNew: whether something else stood before.
    case found(isNew: Bool)
    /// How many matches there are is known.
    case counted
    case failed(TimelineError)
    /// The question has taken long, or has gone on for another second.
    case isSlow
  }

  /// What stands in place of the timeline.
  public enum Result {
    case matches(TimelinePager)
    /// Nothing can be looked for by what has been typed.
    case meaningless(SearchQueryError)
  }

  /// What the text wants that is being typed.
  public enum Hint: Hashable, Sendable {
    /// It is too short to be looked for by itself.
    case goOn
    case mend(SearchQueryError)
  }

  /// Where it looks.
  public enum Scope: Hashable, Sendable {
    /// All timelines of the account.
    case account
    /// Those of all accounts.
    case accounts
  }
}
