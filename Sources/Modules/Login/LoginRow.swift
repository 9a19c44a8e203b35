/// One account in the list.
struct LoginRow: Hashable, Sendable {
  var id: String
  /// The key that opens it; empty after the ninth.
  var key: String
  var name: String
  /// “@ada@demo”; empty where the account has none.
  var handle: String
  /// “demo”, or a path.
  var source: String
  /// What opening it takes: “asks for a password”.
  var state: String
  /// Empty where nobody wrote one.
  var note: String
  /// Whether its timelines are being read now.
  var isCurrent: Bool
}
