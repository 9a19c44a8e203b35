import Domain
import TerminalKit

/// What a person has set: everything that they have not is as it is in `standard`.
public struct UserSettings: Hashable, Sendable {
  public static let standard = UserSettings()

  public static let themes = ["auto", "dark", "light", "high-contrast", "terminal"]

  /// The name of one of the themes.
  public var theme = "auto"
  public var density = Density.comfortable
  public var layout = PaneLayout.auto
  public var paneWidths = PaneWidths.standard
  /// Whether the mouse is Tern's, and not the terminal's.
  public var usesMouse = true
  public var time = TimeStyle.ages
  public var demo = Demo.auto
  public var keymap = Keymap.standard

  public init() {}

  /// How much room a post takes.
  public enum Density: String, CaseIterable, Sendable {
    case comfortable, compact, line
  }

  /// Whether the demo's accounts are listed.
  public enum Demo: Sendable {
    /// As long as the person has no accounts of their own.
    case auto
    case listed, hidden
  }
}
