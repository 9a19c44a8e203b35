import Domain
import TerminalKit

/// The user's settings. `standard` has the defaults.
public struct UserSettings: Hashable, Sendable {
  public static let standard = UserSettings()

  /// The built-in themes.
  public static let themes = ["auto", "dark", "light", "high-contrast", "terminal"]

  /// The name of a built-in theme or of one of the user's own.
  public var theme = "auto"
  /// The user's own theme of that name; nil for a built-in or unreadable theme.
  public var customTheme: Theme?
  public var density = Density.comfortable
  public var layout = PaneLayout.auto
  public var paneWidths = PaneWidths.standard
  /// The titles of the timelines shown as tabs, in order. An account without any of these shows all.
  public var timelines: [String] = []
  /// Whether Tern handles the mouse instead of the terminal.
  public var usesMouse = true
  /// Whether the terminal's window title shows the timeline.
  public var setsTitle = true
  public var time = TimeStyle.ages
  public var signs = GlyphSet.unicode
  public var pictures = PictureForm.auto
  public var fetchPictures = PictureFetching.ask
  /// Whether avatars are drawn next to posts.
  public var showsAvatars = false
  public var demo = Demo.auto
  /// The command that stores access tokens; empty for Tern's own file.
  public var credentialHelper = ""
  /// Whether servers push new posts.
  public var streams = true
  /// Whether the terminal's bell rings for new notifications.
  public var ringsBell = false
  /// The shell command for new notifications; empty for none.
  public var notifyCommand = ""
  /// The accounts whose new notifications are reported by bell and command.
  public var notifiedAccounts = NotifiedAccounts.visible
  /// The minutes between requests for the notifications of accounts that are not visible.
  public var notifyInterval = 5
  /// The limits of the cache per timeline of a server.
  public var cacheBounds = CacheBounds()
  /// The limit of the picture cache per account at a server, in megabytes.
  public var cachePictures = 200
  /// The player for videos and audio, and its first arguments; empty for the system's default.
  public var player: [String] = []
  /// The program that prints the picture on the clipboard, and its first arguments; empty for the first one that is
  /// installed.
  public var pasteCommand: [String] = []
  /// The seconds in which sending a post can be undone.
  public var undoSend = 5
  /// Whether timelines show reposts, by others, of posts that the user wrote or reposted.
  public var showsRepostsOfOwnPosts = false
  /// The languages that the user reads; empty for those of the locale.
  public var languages: [String] = []
  /// The searches shown as tabs, in order.
  public var searches: [ConfiguredSearch] = []
  public var keymap = Keymap.standard

  public init() {}

  public enum NotifiedAccounts: String, CaseIterable, Sendable {
    case visible, all
  }

  /// Whether the demo's accounts are listed.
  public enum Demo: Sendable {
    /// Listed until the user has an account.
    case auto
    case listed, hidden
  }
}
