/// Keys and their current effect. Used by key handling, bottom line, menus and help.
@MainActor
public struct KeyBinding {
  public enum Effect {
    case perform(@MainActor () -> Void)
    /// Opens a menu; the next key chooses.
    case menu(@MainActor () -> [KeyBinding])
  }

  /// The first one is shown to the user.
  public let keys: [Key]
  /// The text in the help: "next post".
  public let title: String
  /// A one-line alternative of at most `width` cells for menus without space for the title.
  public let shortTitle: (@MainActor (_ width: Int) -> String)?
  /// The text in the bottom line, for example "open"; nil if the keys are not shown there.
  public let hint: String?
  /// The section in the help; nil for a key that starts sequences of several commands.
  public let group: CommandGroup?
  /// Whether it confirms what the menu asks.
  private(set) var isConfirmation = false
  /// The command; nil for a key that starts sequences of several commands.
  public private(set) var commandID: String?
  /// Whether it cancels or goes back.
  public let isDismissal: Bool
  /// Whether the help lists it.
  public let isListed: Bool
  public let effect: Effect
  /// Whether the menu with this binding stays open after it.
  private(set) var keepsMenuOpen = false
  /// Called when the menu of this binding opens.
  var onMenuOpen: (@MainActor () -> Void)?
  /// The title in an open menu, if it may change while shown.
  var currentTitle: (@MainActor () -> String)?

  public init(
    keys: [Key], title: String, shortTitle: (@MainActor (_ width: Int) -> String)? = nil, hint: String?,
    group: CommandGroup? = nil, isDismissal: Bool = false, isListed: Bool = true, effect: Effect
  ) {
    self.keys = keys
    self.title = title
    self.shortTitle = shortTitle
    self.hint = hint
    self.group = group
    self.isDismissal = isDismissal
    self.isListed = isListed
    self.effect = effect
  }

  /// Binds keys to an available command.
  init(_ keys: [Key], _ available: AvailableCommand, in keymap: Keymap) {
    let effect: Effect =
      switch available.effect {
      case .perform(let action): .perform(action)
      case .menu(let availableCommands): .menu { keymap.bindings(of: availableCommands()) }
      }
    self.init(
      keys: keys, title: available.title, shortTitle: available.shortTitle, hint: available.hint,
      group: available.command.group, isDismissal: available.command.isDismissal, isListed: available.isListed,
      effect: effect)
    currentTitle = available.currentTitle
    commandID = available.command.id
    keepsMenuOpen = available.keepsMenuOpen
    isConfirmation = available.command.isConfirmation
  }

  /// The binding without keys that are already taken; nil if none remain.
  func without(_ usedKeys: Set<Key>) -> KeyBinding? {
    let remainingKeys = keys.filter { !usedKeys.contains($0) }
    guard !remainingKeys.isEmpty else { return nil }
    var binding = KeyBinding(
      keys: remainingKeys, title: title, shortTitle: shortTitle, hint: hint, group: group, isDismissal: isDismissal,
      isListed: isListed, effect: effect)
    (binding.onMenuOpen, binding.currentTitle, binding.commandID) = (onMenuOpen, currentTitle, commandID)
    return binding
  }

  /// The keys in the help: `j Down`.
  public var keysLabel: String { keys.map(\.label).joined(separator: " ") }
}

extension [KeyBinding] {
  /// The first binding with this key.
  @MainActor
  public func binding(for key: Key) -> KeyBinding? {
    first { $0.keys.contains(key) }
  }
}
