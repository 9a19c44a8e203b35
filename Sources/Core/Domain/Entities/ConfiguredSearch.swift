/// A search from the settings that is shown as a tab.
public struct ConfiguredSearch: Hashable, Sendable {
  /// The title of the tab.
  public var name: String
  public var query: String
  /// The user's name for the account that is searched and that shows the tab. nil to search all accounts and to show
  /// the tab in each of them.
  public var account: String?

  public init(name: String, query: String, account: String? = nil) {
    self.name = name
    self.query = query
    self.account = account
  }

  /// The timeline behind the tab.
  public var timeline: ListedTimeline {
    ListedTimeline(account == nil ? .searchOfAll(query) : .search(query), title: name)
  }

  public func isShown(in account: Account) -> Bool {
    self.account.map { [account].account(named: $0) != nil } ?? true
  }
}
