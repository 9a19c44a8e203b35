/// Keys and their current effect. Used by key handling, bottom line, menus and help.
@MainActor
public struct KeyBinding {
  public enum Effect {
    case perform(@MainActor () -> Void)
    /// Opens a menu.
    case menu(@MainActor () -> [KeyBinding])
  }

  /// The first one is shown to the user.
  public private(set) var keys: [Key]
  /// The text in the help: "next post".
  public let title: String
  /// A one-line alternative of at most `width` cells for menus without space for the title.
  public let shortTitle: (@MainActor (_ width: Int) -> String)?
  /// The text in the bottom line, for example "open"; nil if the keys are not shown there.
  public let hint: String?
  /// The number of keys that the bottom line shows if they fit.
  public let hintedKeyCount: Int
  /// nil for a key that starts sequences of several commands.
  public let command: Command?
  /// Whether the help lists it.
  public let isListed: Bool
  public private(set) var effect: Effect
  /// Whether the menu with this binding stays open after it.
  let keepsMenuOpen: Bool
  /// Whether the cursor of the menu starts here.
  let isCurrentChoice: Bool
  /// Called when the menu of this binding opens.
  var onMenuOpen: (@MainActor () -> Void)?
  /// The state of what the command changes, shown in a menu.
  let state: String?
  /// The title and the state in an open menu, if they may change while shown.
  let current: (@MainActor () -> (title: String, state: String?))?

  /// Binds a key that starts sequences of several commands.
  /// - Parameter name: the title of their menu.
  init(_ key: Key, opening name: String?, choices: @escaping @MainActor () -> [KeyBinding]) {
    keys = [key]
    hintedKeyCount = 1
    title = name ?? "more keys"
    hint = name ?? "more"
    isListed = true
    effect = .menu(choices)
    keepsMenuOpen = false
    isCurrentChoice = false
    shortTitle = nil
    command = nil
    state = nil
    current = nil
  }

  /// Binds keys to an available command.
  init(_ keys: [Key], _ available: AvailableCommand, in keymap: Keymap) {
    self.keys = keys
    hintedKeyCount = available.hintsAllKeys ? keys.count : 1
    title = available.title
    shortTitle = available.shortTitle
    hint = available.hint
    command = available.command
    isListed = available.isListed
    effect =
      switch available.effect {
      case .perform(let action): .perform(action)
      case .menu(let availableCommands): .menu { keymap.bindings(of: availableCommands()) }
      }
    keepsMenuOpen = available.keepsMenuOpen
    isCurrentChoice = available.isCurrentChoice
    state = available.state
    current = available.current
  }

  /// The section in the help.
  public var group: CommandGroup? { command?.group }
  /// Whether it cancels or goes back.
  public var isDismissal: Bool { command?.isDismissal ?? false }

  /// The binding without keys that are already taken; nil if none remain.
  func without(_ usedKeys: Set<Key>) -> KeyBinding? {
    var binding = self
    binding.keys = keys.filter { !usedKeys.contains($0) }
    return binding.keys.isEmpty ? nil : binding
  }

  /// The binding with another effect.
  func performing(_ action: @escaping @MainActor () -> Void) -> KeyBinding {
    var binding = self
    binding.effect = .perform(action)
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
