/// Accounts, and what there is to read in each.
public protocol ReadableAccounts: AccountRepository {
  /// The same one each time; nil for an account that is none of these.
  func repository(for account: AccountID) -> (any TimelineRepository)?
}
