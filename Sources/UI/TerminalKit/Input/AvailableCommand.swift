/// A command that a screen currently offers, with its effect.
@MainActor
public struct AvailableCommand {
  public enum Effect {
    case perform(@MainActor () -> Void)
    /// Opens a menu.
    case menu(@MainActor () -> [AvailableCommand])
  }

  public let command: Command
  /// The text in the help: "next post".
  public let title: String
  /// A one-line alternative of at most `width` cells for menus without space for the title.
  public let shortTitle: (@MainActor (_ width: Int) -> String)?
  /// The text in the bottom line, for example "open"; nil if the key is not shown there.
  public let hint: String?
  /// Whether help and palette list it. False for commands that only explain why nothing is available.
  public let isListed: Bool
  public let effect: Effect
  /// Whether the bottom line shows all single keys of the command, as far as they fit.
  public var hintsAllKeys = false
  /// Whether the menu with this command stays open after it, and shows what has changed.
  public var keepsMenuOpen = false
  /// Whether it is the current choice, at which the cursor of the menu starts.
  public var isCurrentChoice = false
  /// Called when a menu with this command opens, to load data that only the menu shows.
  public var onMenuOpen: (@MainActor () -> Void)?
  /// The state of what the command changes, shown in a menu: “public”, “following”; nil for none.
  public var state: String?
  /// The title and the state in an open menu, if they may change while shown.
  public var current: (@MainActor () -> (title: String, state: String?))?

  /// - Parameter title: overrides the title of the command.
  public init(
    _ command: Command, title: String? = nil, shortTitle: (@MainActor (_ width: Int) -> String)? = nil,
    state: String? = nil, hint: String? = nil, isListed: Bool = true, perform: @escaping @MainActor () -> Void
  ) {
    self.init(command, title, shortTitle, state, hint, isListed, .perform(perform))
  }

  /// - Parameter menu: evaluated when the menu is opened.
  public init(
    _ command: Command, title: String? = nil, state: String? = nil, hint: String? = nil,
    menu: @autoclosure @escaping @MainActor () -> [AvailableCommand]
  ) {
    self.init(command, title, nil, state, hint, true, .menu(menu))
  }

  private init(
    _ command: Command, _ title: String?, _ shortTitle: (@MainActor (_ width: Int) -> String)?, _ state: String?,
    _ hint: String?, _ isListed: Bool, _ effect: Effect
  ) {
    self.command = command
    self.title = title ?? command.title
    self.shortTitle = shortTitle
    self.state = state
    self.hint = hint
    self.isListed = isListed
    self.effect = effect
  }
}

extension [AvailableCommand] {
  /// Concatenates parts with a single allocation, because dozens of commands are offered at each key.
  @MainActor
  public init(joining parts: [AvailableCommand]...) {
    self = []
    reserveCapacity(parts.reduce(0) { $0 + $1.count })
    for part in parts { self += part }
  }
}
