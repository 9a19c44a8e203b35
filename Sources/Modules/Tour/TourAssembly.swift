import FoundationEssentials
import TerminalKit

/// Builds the screen.
@MainActor
public enum TourAssembly {
  /// - Parameters:
  ///   - now: the moment that the examples speak of.
  ///   - finish: called when the person goes on from the last example.
  public static func make(now: Date, finish: @escaping @MainActor () -> Void) -> any ViewController {
    TourViewController(reasons: TourStop.allCases.map { $0.reason(now: now) }, finish: finish)
  }
}
