import Domain
import TerminalKit

/// What a person has set: everything that they have not is as it is in `standard`.
public struct UserSettings: Hashable, Sendable {
  public static let standard = UserSettings()

  /// Those that come with Tern.
  public static let themes = ["auto", "dark", "light", "high-contrast", "terminal"]

  /// The name of one of these, or of one of the person's own.
  public var theme = "auto"
  /// What their own theme of that name looks like; nil where it is none of theirs, and where it cannot be read.
  public var ownTheme: Theme?
  public var density = Density.comfortable
  public var layout = PaneLayout.auto
  public var paneWidths = PaneWidths.standard
  /// The titles of the timelines that stand as tabs, in their order; all do where there are none of these.
  public var timelines: [String] = []
  /// Whether the mouse is Tern's, and not the terminal's.
  public var usesMouse = true
  /// Whether the title of the terminal's window says what is read.
  public var setsTitle = true
  public var time = TimeStyle.ages
  public var signs = GlyphSet.unicode
  public var pictures = PictureForm.auto
  public var demo = Demo.auto
  /// The person's own command that keeps what opens accounts; empty where Tern's own file does.
  public var credentialHelper = ""
  /// Whether servers tell by themselves what is new.
  public var streams = true
  /// Whether the terminal's bell rings when a notification comes by itself.
  public var ringsBell = false
  /// The person's own command that is run then; empty where none is.
  public var notifyCommand = ""
  /// How much is kept of each timeline of a server.
  public var cacheBounds = CacheBounds()
  /// How much of the pictures of each account at a server is kept, in megabytes.
  public var cachePictures = 200
  /// The person's own program for films and sounds, and what it is told first; empty where the system's is meant.
  public var player: [String] = []
  /// For how many seconds a post that was sent can be taken back.
  public var undoSend = 5
  /// The searches that stand as tabs, in their order.
  public var searches: [ConfiguredSearch] = []
  public var keymap = Keymap.standard

  public init() {}

  /// Whether the demo's accounts are listed.
  public enum Demo: Sendable {
    /// As long as the person has no accounts of their own.
    case auto
    case listed, hidden
  }
}
