/// An action of the user that keys can trigger. A screen offers it, a keymap assigns its keys. Immutable, and a class
/// because dozens of commands are passed around at each key.
public final class Command: Sendable {
  /// The stable name in key configuration files, for example `open-post`.
  public let id: String
  /// A short description: "open the post and its thread". Screens may override it.
  public let title: String
  /// Other words for it, by which the palette finds it: “boost” for “repost”. Lowercase.
  public let synonyms: [String]
  /// The default keys. Messages on the screen use the first one.
  public let keys: [KeySequence]
  /// The title of the menu that opens after the first key of a sequence: "go to".
  public let menu: String?
  /// The section in the help.
  public let group: CommandGroup
  /// Whether it cancels or goes back.
  public let isDismissal: Bool
  /// Whether it confirms what the menu asks. The key for “no” then closes the menu.
  public let isConfirmation: Bool
  /// Ids of commands that lose a shared key if both are available.
  public let precedes: Set<String>

  public init(
    _ id: String, _ title: String, synonyms: [String] = [], keys: [KeySequence], in group: CommandGroup = .program,
    menu: String? = nil,
    isDismissal: Bool = false, isConfirmation: Bool = false, over others: [Command] = []
  ) {
    self.id = id
    self.title = title
    self.synonyms = synonyms
    self.keys = keys
    self.group = group
    self.menu = menu
    self.isDismissal = isDismissal
    self.isConfirmation = isConfirmation
    precedes = Set(others.map(\.id))
  }
}

extension Command: Hashable {
  public static func == (one: Command, other: Command) -> Bool { one === other || one.id == other.id }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
  }
}

/// Commands of every screen.
public enum ProgramCommands {
  public static let quit = Command("quit", "quit", synonyms: ["exit", "leave", "close tern"], keys: ["q"])
  public static let quitAtOnce = Command("quit-at-once", "quit immediately", keys: ["C-c"])
  public static let redraw = Command("redraw", "redraw", synonyms: ["repaint", "clear screen"], keys: ["C-l"])
  public static let suspend = Command("suspend", "suspend", synonyms: ["background", "shell"], keys: ["C-z"])
  public static let palette = Command("palette", "find a command", keys: [":", "C-k"])
  public static let help = Command(
    "help", "help", synonyms: ["keys", "shortcuts", "keyboard shortcuts", "manual"], keys: ["?", "F1"])
  public static let back = Command(
    "back", "back", synonyms: ["close", "return"], keys: ["Escape", "q", "BSpace"], isDismissal: true, over: [quit])
  /// Hides a failure that stays on screen.
  public static let dismiss = Command(
    "dismiss-message", "dismiss the message", synonyms: ["hide error"], keys: ["Escape"], isDismissal: true)

  public static let all = [quit, quitAtOnce, redraw, suspend, palette, help, back, dismiss]
}
