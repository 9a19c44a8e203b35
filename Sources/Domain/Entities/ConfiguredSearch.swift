/// A search that the settings have stand as a tab.
public struct ConfiguredSearch: Hashable, Sendable {
  /// What its tab is called.
  public var name: String
  public var query: String
  /// The account that is looked through, as a person calls it, and in which it stands; nil where it is all accounts, and
  /// all of them.
  public var account: String?

  public init(name: String, query: String, account: String? = nil) {
    self.name = name
    self.query = query
    self.account = account
  }

  public var timeline: ListedTimeline {
    ListedTimeline(account == nil ? .searchOfAll(query) : .search(query), title: name)
  }

  public func stands(in account: Account) -> Bool {
    self.account.map { [account].account(called: $0) != nil } ?? true
  }
}
