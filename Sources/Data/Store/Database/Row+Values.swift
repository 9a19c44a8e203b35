import GRDB

/// Typed column values. nil if another program has stored a value of another type.
extension Row {
  func text(_ column: String) -> String? { value(column) }
  func integer(_ column: String) -> Int64? { value(column) }
  func number(_ column: String) -> Int? { value(column) }

  private func value<Value: DatabaseValueConvertible>(_ column: String) -> Value? {
    guard let stored = self[column] as (any DatabaseValueConvertible)? else { return nil }
    return Value.fromDatabaseValue(stored.databaseValue)
  }
}
