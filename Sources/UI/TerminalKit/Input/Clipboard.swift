/// The destination of copied text.
@MainActor
public protocol Clipboard {
  /// Copies text to the system clipboard. Success cannot be detected.
  func copy(_ text: String)
}
