/// What some keys do now. Key handling, the bottom line, menus and the help all read the same bindings.
@MainActor
public struct KeyBinding {
  public enum Effect {
    case perform(@MainActor () -> Void)
    /// Opens a small menu: the next key chooses.
    case menu(@MainActor () -> [KeyBinding])
  }

  /// The first one is the one that people are told.
  public let keys: [Key]
  /// What the help says: “next post”.
  public let title: String
  /// What a menu says where the title takes more lines than there are, in one line of so many cells.
  public let shortTitle: (@MainActor (_ width: Int) -> String)?
  /// What the bottom line says, where it offers these keys: “open”.
  public let hint: String?
  /// What the command is about; nil where sequences of several commands begin with the key.
  public let group: CommandGroup?
  /// Whether it leads back, or away from what has been begun.
  public let isWayOut: Bool
  /// Whether the help speaks of it.
  public let isListed: Bool
  public let effect: Effect
  /// Called when the menu that it opens is shown.
  var whenMenuOpens: (@MainActor () -> Void)?
  /// What an open menu says, where that may change while it is shown.
  var serverTitle: (@MainActor () -> String)?

  public init(
    keys: [Key], title: String, shortTitle: (@MainActor (_ width: Int) -> String)? = nil, hint: String?,
    group: CommandGroup? = nil, isWayOut: Bool = false, isListed: Bool = true, effect: Effect
  ) {
    self.keys = keys
    self.title = title
    self.shortTitle = shortTitle
    self.hint = hint
    self.group = group
    self.isWayOut = isWayOut
    self.isListed = isListed
    self.effect = effect
  }

  /// What an offer does by these keys.
  init(_ keys: [Key], _ offer: AvailableCommand, in keymap: Keymap) {
    let effect: Effect =
      switch offer.effect {
      case .perform(let action): .perform(action)
      case .menu(let availableCommands): .menu { keymap.bindings(of: availableCommands()) }
      }
    self.init(
      keys: keys, title: offer.title, shortTitle: offer.shortTitle, hint: offer.hint,
      group: offer.command.group, isWayOut: offer.command.isWayOut, isListed: offer.isListed, effect: effect)
    serverTitle = offer.serverTitle
  }

  /// The binding with those of its keys that nothing else has taken; nil where none is left.
  func without(_ taken: Set<Key>) -> KeyBinding? {
    let kept = keys.filter { !taken.contains($0) }
    guard !kept.isEmpty else { return nil }
    var binding = KeyBinding(
      keys: kept, title: title, shortTitle: shortTitle, hint: hint, group: group, isWayOut: isWayOut,
      isListed: isListed, effect: effect)
    (binding.whenMenuOpens, binding.serverTitle) = (whenMenuOpens, serverTitle)
    return binding
  }

  /// The keys as the help shows them: `j Down`.
  public var keysLabel: String { keys.map(\.label).joined(separator: " ") }
}

extension [KeyBinding] {
  /// The first binding that has this key.
  @MainActor
  public func binding(for key: Key) -> KeyBinding? {
    first { $0.keys.contains(key) }
  }
}
