/// A piece of HTML.
enum HTMLToken: Equatable {
  /// Entities are decoded.
  case text(String)
  case start(name: String, attributes: [String: String])
  case end(name: String)
}
