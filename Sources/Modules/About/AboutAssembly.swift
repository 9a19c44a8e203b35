import TerminalKit

/// Builds the screen: a text and what draws it.
@MainActor
public enum AboutAssembly {
  /// - Parameter version: “1.0”.
  public static func make(version: String) -> any ViewController {
    AboutViewController(version: version)
  }
}
