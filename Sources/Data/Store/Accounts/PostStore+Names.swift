import Domain
import GRDB

extension PostStore {
  /// Sets the user's name for an account, independent of its handle and of imports.
  /// - Parameter name: nil to remove the name.
  /// - Returns: Whether the account exists.
  public func setName(_ account: AccountID, _ name: AccountName?) throws(StoreError) -> Bool {
    guard let database = try openDatabase() else { return false }
    var isThere = false
    try database.write { database in
      guard let stored = try StoredAccount.find(account, in: database) else { return }
      try database.execute(
        sql: "UPDATE account SET givenName = ? WHERE id = ?", arguments: [name?.text, stored.id])
      isThere = true
    }
    return isThere
  }
}
