/// A command that a screen can carry out at this moment, and how.
@MainActor
public struct AvailableCommand {
  public enum Effect {
    case perform(@MainActor () -> Void)
    /// Opens a small menu: the next key chooses.
    case menu(@MainActor () -> [AvailableCommand])
  }

  public let command: Command
  /// What the help says: “next post”.
  public let title: String
  /// What a menu says where the title takes more lines than there are, in one line of so many cells.
  public let shortTitle: (@MainActor (_ width: Int) -> String)?
  /// What the bottom line says, where it offers the key: “open”.
  public let hint: String?
  /// Whether the help speaks of it: not of what does nothing but say that there is nothing to do.
  public let isListed: Bool
  public let effect: Effect
  /// Called when a menu opens in which it is a choice: for what is loaded only where a menu names it.
  public var whenMenuOpens: (@MainActor () -> Void)?
  /// What an open menu says, where that may change while it is shown.
  public var serverTitle: (@MainActor () -> String)?

  /// - Parameter title: the command's own, where nothing more exact can be said.
  public init(
    _ command: Command, title: String? = nil, shortTitle: (@MainActor (_ width: Int) -> String)? = nil,
    hint: String? = nil, isListed: Bool = true, perform: @escaping @MainActor () -> Void
  ) {
    self.init(command, title, shortTitle, hint, isListed, .perform(perform))
  }

  /// - Parameter menu: made when somebody opens it.
  public init(
    _ command: Command, title: String? = nil, hint: String? = nil,
    menu: @autoclosure @escaping @MainActor () -> [AvailableCommand]
  ) {
    self.init(command, title, nil, hint, true, .menu(menu))
  }

  private init(
    _ command: Command, _ title: String?, _ shortTitle: (@MainActor (_ width: Int) -> String)?, _ hint: String?,
    _ isListed: Bool, _ effect: Effect
  ) {
    self.command = command
    self.title = title ?? command.title
    self.shortTitle = shortTitle
    self.hint = hint
    self.isListed = isListed
    self.effect = effect
  }
}

extension [AvailableCommand] {
  /// All of them, one after another. Dozens are offered anew at each key: none is copied twice.
  @MainActor
  public init(joining parts: [AvailableCommand]...) {
    self = []
    reserveCapacity(parts.reduce(0) { $0 + $1.count })
    for part in parts { self += part }
  }
}
