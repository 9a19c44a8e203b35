/// Entries above the bottom line, of which the user chooses one: by its key, with the cursor, with the mouse, or by typing
/// letters of its title. The screen behind it stays unchanged.
///
/// The palette is a menu whose field is open from the start, so that keys are typed text.
@MainActor
final class Menu {
  /// The text in the bottom line.
  let title: String
  /// The keys pressed to open the menu; empty for the palette.
  let keys: [Key]
  let isPalette: Bool
  /// nil while keys choose entries.
  private(set) var field: TextField?
  private(set) var entries: [MenuEntry] = []
  private(set) var matches: [MenuMatch] = []
  /// Index of the selected entry in `matches`.
  private(set) var cursor = 0
  /// Index of the first row drawn.
  var top = 0
  /// Makes the entries for the current state.
  private let makeEntries: @MainActor () -> [MenuEntry]
  /// The entries found after the palette was opened.
  private var found: [MenuEntry] = []

  init(_ title: String, keys: [Key], makeEntries: @escaping @MainActor () -> [MenuEntry]) {
    self.title = title
    self.keys = keys
    self.makeEntries = makeEntries
    isPalette = false
    update()
  }

  /// - Parameter prompt: the label before the typed text.
  init(palette prompt: String, makeEntries: @escaping @MainActor () -> [MenuEntry]) {
    title = prompt
    keys = []
    self.makeEntries = makeEntries
    isPalette = true
    field = TextField()
    update()
  }

  /// nil if nothing matches.
  var selected: MenuEntry? { selectedIndex.map { entries[$0] } }

  /// Index of the selected entry in `entries`.
  var selectedIndex: Int? { matches.indices.contains(cursor) ? matches[cursor].index : nil }

  /// What the bottom line shows: the typed text, why the selected entry is unavailable, or the title.
  var bottomLine: BottomLine { field.map { .prompt(title, $0) } ?? .status(selected?.unavailableReason ?? title) }

  /// Makes the entries again, for example after a choice that leaves the menu open. The selected entry stays selected.
  func update() {
    let selected = selectedIndex
    entries = makeEntries() + found
    if !isPalette { field = nil }
    match()
    if isPalette {
      cursor = min(cursor, max(0, matches.count - 1))
    } else {
      cursor = choosing ?? matches.firstIndex { $0.index == selected } ?? firstChoice
    }
  }

  /// Appends entries; the selection stays.
  func add(_ more: [MenuEntry]) {
    let selected = selectedIndex
    found += more
    entries += more
    match()
    cursor = matches.firstIndex { $0.index == selected } ?? 0
  }

  /// Opens the field, so that keys are typed text.
  func find() {
    field = TextField()
    fieldDidChange()
  }

  /// Selects the best match for the typed text.
  func fieldDidChange() {
    match()
    cursor = 0
    top = 0
  }

  func move(by step: Int) {
    cursor = min(max(cursor + step, 0), max(0, matches.count - 1))
  }

  func select(_ index: Int) {
    cursor = index
  }

  /// The entry with the key that chooses; nil if the key belongs to the selected entry.
  private var choosing: Int? { first { $0.keys.contains(.enter) } }

  /// The current choice, or the refusal of a question, so that the key that chooses confirms nothing.
  private var firstChoice: Int { first(\.isCurrentChoice) ?? first { $0.command == MenuCommands.decline } ?? 0 }

  private func first(_ isChoice: (KeyBinding) -> Bool) -> Int? {
    entries.firstIndex { $0.binding.map(isChoice) == true }
  }

  /// Sorts matches by score, unavailable commands after others, then by original order. Scattered letters match only if
  /// nothing else does.
  private func match() {
    let found = entries.enumerated().compactMap { MenuMatch(field?.text ?? "", $1, at: $0) }
    let close = found.filter { !$0.isScattered }
    matches = (close.isEmpty ? found : close).sorted { one, other in
      if one.score != other.score { return one.score > other.score }
      let isUnavailable = entries[one.index].unavailableReason != nil
      guard isUnavailable == (entries[other.index].unavailableReason != nil) else { return !isUnavailable }
      return one.index < other.index
    }
  }
}

/// Commands of open menus and of the palette. In a menu they have only the keys that no entry has.
public enum MenuCommands {
  public static let choose = Command("palette-choose", "choose", keys: ["Enter"])
  public static let next = Command("palette-next", "next entry", keys: ["Down", "C-n"])
  public static let previous = Command("palette-previous", "previous entry", keys: ["Up", "C-p"])
  static let nextPage = Command("menu-page-down", "further down", keys: ["PageDown"])
  static let previousPage = Command("menu-page-up", "further up", keys: ["PageUp"])
  static let nextColumn = Command("menu-right", "right column", keys: ["Right"])
  static let previousColumn = Command("menu-left", "left column", keys: ["Left"])
  public static let find = Command("menu-find", "find an entry of the menu", keys: ["/"])
  public static let close = Command("palette-close", "close", keys: ["Escape"], isDismissal: true)
  /// Closes a menu whose field is not open.
  static let closeMenu = Command("close-menu", "close", keys: ["Escape"], isDismissal: true)
  /// The entry of a menu that asks for confirmation which closes it.
  static let decline = Command("decline", "no", keys: ["n"])

  public static let all = [
    choose, next, previous, nextPage, previousPage, nextColumn, previousColumn, find, close, closeMenu, decline,
  ]
}
