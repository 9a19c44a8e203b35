/// Where a query means nothing, and what was wanted there.
public struct SearchQueryError: Error, Hashable, Sendable {
  /// The character, from 1.
  public var column: Int
  /// What should have stood there, as a noun phrase: “a date like 2015-03 after since:”.
  public var reason: String

  public init(column: Int, reason: String) {
    self.column = column
    self.reason = reason
  }

  static let nothing = SearchQueryError(column: 1, reason: "a word to look for")

  /// “a date like 2015-03 after since:, at character 7”.
  public var words: String { "\(reason), at character \(column)" }
}
