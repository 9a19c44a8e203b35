import Domain
import GRDB

extension PostStore {
  /// Calls an account so from now on, whatever becomes of its handle and however often it is imported again.
  /// - Parameter name: nil takes the name away.
  /// - Returns: whether the account is there.
  public func name(_ account: AccountID, _ name: AccountName?) throws(StoreError) -> Bool {
    guard let database = try opened() else { return false }
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
