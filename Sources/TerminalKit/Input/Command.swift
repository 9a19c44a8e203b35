/// Something that a person can have done: what a key stands for. A screen offers it, a keymap gives it its keys. It never
/// changes, and is an object because dozens of them are offered anew at each key.
public final class Command: Sendable {
  /// Names it in a file of keys, and stays the same from version to version: `open-post`.
  public let id: String
  /// What it does, in a few words: “open the post and its thread”. A screen may say it more exactly.
  public let title: String
  /// The keys that it has unless the person gives it others. The first one is the one that people are told.
  public let keys: [KeySequence]
  /// What the small menu is called that opens where a sequence of it has begun: “go to”.
  public let menu: String?
  /// What it is about.
  public let group: CommandGroup
  /// Whether it leads back, or away from what has been begun.
  public let isWayOut: Bool
  /// The ids of commands that give way to this one where both are available and have the same key.
  public let precedes: Set<String>

  public init(
    _ id: String, _ title: String, keys: [KeySequence], in group: CommandGroup = .program, menu: String? = nil,
    isWayOut: Bool = false, over others: [Command] = []
  ) {
    self.id = id
    self.title = title
    self.keys = keys
    self.group = group
    self.menu = menu
    self.isWayOut = isWayOut
    precedes = Set(others.map(\.id))
  }
}

extension Command: Hashable {
  public static func == (one: Command, other: Command) -> Bool { one === other || one.id == other.id }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
  }
}

/// What can be done on every screen.
public enum ProgramCommands {
  public static let quit = Command("quit", "quit", keys: ["q"])
  public static let quitAtOnce = Command("quit-at-once", "quit at once", keys: ["C-c"])
  public static let redraw = Command("redraw", "redraw", keys: ["C-l"])
  public static let suspend = Command("suspend", "suspend", keys: ["C-z"])
  public static let palette = Command("palette", "find a command", keys: [":", "C-k"])
  public static let help = Command("help", "help", keys: ["?", "F1"])
  public static let back = Command("back", "back", keys: ["Escape", "q", "BSpace"], isWayOut: true, over: [quit])
  public static let closeMenu = Command("close-menu", "close", keys: ["Escape"], isWayOut: true)

  public static let all = [quit, quitAtOnce, redraw, suspend, palette, help, back, closeMenu]
}
