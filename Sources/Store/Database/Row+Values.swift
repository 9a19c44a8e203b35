import GRDB

/// What a row holds, whatever another hand may have written into it: where a value is of another kind than Tern writes,
/// there is none.
extension Row {
  func text(_ column: String) -> String? { value(column) }
  func integer(_ column: String) -> Int64? { value(column) }
  func number(_ column: String) -> Int? { value(column) }

  private func value<Value: DatabaseValueConvertible>(_ column: String) -> Value? {
    guard let stored = self[column] as (any DatabaseValueConvertible)? else { return nil }
    return Value.fromDatabaseValue(stored.databaseValue)
  }
}
