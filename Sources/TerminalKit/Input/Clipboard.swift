/// Where copied text goes.
@MainActor
public protocol Clipboard {
  /// Puts text where the person can paste it from; there is no word back whether the terminal took it.
  func copy(_ text: String)
}
