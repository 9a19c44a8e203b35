import FoundationEssentials
import TerminalKit

/// Builds the screen.
@MainActor
public enum TourAssembly {
  /// - Parameters:
  ///   - now: the moment that the examples speak of.
  ///   - keymap: names the keys.
  ///   - finish: called when the person goes on from the last example.
  public static func make(now: Date, keymap: Keymap, finish: @escaping @MainActor () -> Void) -> any ViewController {
    TourViewController(reasons: TourStop.allCases.map { $0.reason(now: now) }, keymap: keymap, finish: finish)
  }
}
