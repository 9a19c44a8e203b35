/// What some keys do now. Key handling, the bottom line and the help all read the same bindings.
@MainActor
public struct KeyBinding {
  public enum Effect {
    case perform(@MainActor () -> Void)
    /// Opens a small menu: the next key chooses.
    case menu([KeyBinding])
  }

  /// The first one is the one that people are told.
  public let keys: [Key]
  /// What the help says: “next post”. Empty for keys that it passes over, for all that they do is to say that there is
  /// nothing to do.
  public let title: String
  /// What a menu says where the title takes more lines than there are, in one line of so many cells.
  public let shortTitle: (@MainActor (_ width: Int) -> String)?
  /// What the bottom line says, where it offers these keys: “open”.
  public let hint: String?
  public let effect: Effect

  public init(
    _ keys: Key..., title: String, shortTitle: (@MainActor (_ width: Int) -> String)? = nil, hint: String? = nil,
    perform: @escaping @MainActor () -> Void
  ) {
    self.init(keys: keys, title: title, shortTitle: shortTitle, hint: hint, effect: .perform(perform))
  }

  public init(_ keys: Key..., title: String, hint: String? = nil, menu: [KeyBinding]) {
    self.init(keys: keys, title: title, hint: hint, effect: .menu(menu))
  }

  public init(
    keys: [Key], title: String, shortTitle: (@MainActor (_ width: Int) -> String)? = nil, hint: String?, effect: Effect
  ) {
    self.keys = keys
    self.title = title
    self.shortTitle = shortTitle
    self.hint = hint
    self.effect = effect
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
