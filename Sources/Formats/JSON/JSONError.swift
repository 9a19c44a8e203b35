/// Where a text stops being JSON.
struct JSONError: Error, Hashable, Sendable {
  /// In bytes from the start of the file.
  var offset: Int
  /// What should have stood there, as a noun phrase: “a comma or ]”.
  var expected: String
}
