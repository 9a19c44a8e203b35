import TerminalKit

/// Builds the screen. Nothing is asked for and nothing is decided here, so there is no presenter.
@MainActor
public enum HelpAssembly {
  /// - Parameters:
  ///   - title: the screen whose keys these are.
  ///   - bindings: what its keys do at this moment.
  public static func make(
    title: String, bindings: [KeyBinding], showAbout: @escaping @MainActor () -> Void
  ) -> any ViewController {
    HelpViewController(screen: title, entries: HelpEntry.entries(of: bindings), showAbout: showAbout)
  }
}
