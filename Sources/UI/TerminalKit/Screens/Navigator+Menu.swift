/// Key menus, where the next key chooses.
extension Navigator {
  /// Clicks behind a menu or the palette only close it.
  func coverRegions(of canvas: inout Canvas, close: @escaping @MainActor () -> Void) {
    _ = canvas.takeRegions()
    canvas.addRegion(canvas.bounds, .click(close))
  }

  func draw(_ menu: KeyMenu, on canvas: inout Canvas) {
    coverRegions(of: &canvas) { [weak self] in self?.menu = nil }
    menu.draw(on: &canvas, above: size.height - 1) { [weak self] step in
      if let self, let menu = self.menu { turnPage(of: menu, by: step) }
    }
  }

  /// - Returns: false if all choices fit.
  @discardableResult
  private func turnPage(of menu: KeyMenu, by step: Int) -> Bool {
    var menu = menu
    guard menu.turnPage(by: step, in: Size(width: size.width, height: size.height - 1)) else { return false }
    self.menu = menu
    return true
  }

  func open(_ binding: KeyBinding, _ makeChoices: @escaping @MainActor () -> [KeyBinding], after keys: [Key]) {
    menu = KeyMenu(title: binding.title, keys: keys, keymap: keymap, makeChoices: makeChoices)
    binding.onMenuOpen?()
  }

  /// A key that is not in the menu leaves it open. Commands with non-printable keys still work: global ones such as ^C,
  /// and in an editor those of its screen, such as the key that sends the text.
  func choose(_ key: Key, from menu: KeyMenu) {
    self.menu = nil
    let keys = menu.keys + [key]
    if let chosen = menu.choices.binding(for: key) {
      perform(chosen, after: keys)
      if chosen.keepsMenuOpen, self.menu == nil { self.menu = menu.updated(keymap: keymap) }
      return
    }
    if menu.closing.binding(for: key) != nil { return }
    if let step = key.pageStep, turnPage(of: menu, by: step) { return }
    let available = globalCommands + (focusedEditor == nil ? [] : top?.availableCommands ?? [])
    let alwaysAvailable = keymap.bindings(of: available) { if case .character = $0 { false } else { true } }
    if let binding = alwaysAvailable.binding(for: key) {
      perform(binding, after: [key])
    } else {
      self.menu = menu
      showUnboundKey(KeySequence(keys))
    }
  }
}

extension Key {
  /// The number of pages by which the key turns a menu; nil for other keys.
  fileprivate var pageStep: Int? {
    switch self {
    case .down, .pageDown: 1
    case .up, .pageUp: -1
    default: nil
    }
  }
}
