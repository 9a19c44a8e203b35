/// Menus, of which the palette is one.
extension Navigator {
  /// The commands that leave a menu open.
  private static let alwaysAvailable: Set = [
    ProgramCommands.quitAtOnce, ProgramCommands.redraw, ProgramCommands.suspend,
  ]

  func draw(_ menu: Menu, on canvas: inout Canvas) {
    // Clicks behind a menu only close it.
    _ = canvas.takeRegions()
    canvas.cursor = nil
    canvas.addRegion(canvas.bounds, .click { [weak self] in self?.menu = nil })
    menu.draw(on: &canvas) { [weak self] in self?.choose($0) }
  }

  func open(_ binding: KeyBinding, _ makeChoices: @escaping @MainActor () -> [KeyBinding], after keys: [Key]) {
    menu = Menu(binding.title, keys: keys) { [weak self] in self?.entries(for: makeChoices(), after: keys) ?? [] }
    binding.onMenuOpen?()
  }

  /// The choices, the refusal of a question, and the commands whose keys begin like the menu's but that cannot be
  /// performed now.
  private func entries(for choices: [KeyBinding], after keys: [Key]) -> [MenuEntry] {
    guard !choices.isEmpty else { return [] }
    var usedKeys = Set(choices.flatMap(\.keys))
    let isQuestion = choices.contains { $0.command?.isConfirmation == true }
    let refusal = keymap.bindings(of: isQuestion ? [AvailableCommand(MenuCommands.decline) {}] : [])
    let unavailable = screenUnavailableCommands.compactMap { unavailable -> MenuEntry? in
      let further = keymap.keys(of: unavailable.command).filter { $0.keys.starts(with: keys) }
        .map { $0.keys.dropFirst(keys.count) }
      guard unavailable.isListed, let rest = further.first, let key = rest.first, usedKeys.insert(key).inserted else {
        return nil
      }
      return MenuEntry(unavailable, keys: [KeySequence(Array(rest))])
    }
    return (choices + refusal.compactMap { $0.without(usedKeys) }).map(MenuEntry.init) + unavailable
  }

  /// The keys of the entries, then those of the cursor as far as they are free. The key that chooses belongs to the
  /// selected entry.
  func bindings(of menu: Menu) -> [KeyBinding] {
    let isText = menu.field?.handledKeys ?? { _ in false }
    let commands = keymap.bindings(of: commands(of: menu)) { !isText($0) }
    guard menu.field == nil else { return commands }
    let choosing = Set(commands.filter { $0.command == MenuCommands.choose }.flatMap(\.keys))
    let choices = menu.entries.enumerated().compactMap { index, entry in
      (index == menu.selectedIndex ? entry.binding : entry.binding?.without(choosing))?
        .performing { [weak self] in self?.choose(entry) }
    }
    let usedKeys = Set(choices.flatMap(\.keys))
    return choices + commands.compactMap { $0.without(usedKeys) }
  }

  /// The commands that move the cursor, choose, find an entry or close the menu, and global ones that leave it open.
  func commands(of menu: Menu) -> [AvailableCommand] {
    let layout = menu.layout(in: size)
    // The title of a small menu takes the room of hints.
    let hasHints = menu.entries.count > Menu.maxEntriesInOneColumn
    let choosing = menu.selected.map { entry in
      let hint = hasHints && entry.unavailableReason == nil ? "choose" : nil
      return AvailableCommand(MenuCommands.choose, hint: hint) { [weak self] in self?.choose(entry) }
    }
    let columns = [
      AvailableCommand(MenuCommands.nextColumn) { menu.moveColumn(by: 1, in: layout) },
      AvailableCommand(MenuCommands.previousColumn) { menu.moveColumn(by: -1, in: layout) },
    ]
    let closing = menu.field == nil ? MenuCommands.closeMenu : MenuCommands.close
    return [choosing].compactMap(\.self) + [
      AvailableCommand(MenuCommands.next) { menu.move(by: 1) },
      AvailableCommand(MenuCommands.previous) { menu.move(by: -1) },
      AvailableCommand(MenuCommands.nextPage) { menu.move(by: layout.height) },
      AvailableCommand(MenuCommands.previousPage) { menu.move(by: -layout.height) },
    ] + (layout.columnCount > 1 ? columns : [])
      + (menu.field == nil ? [AvailableCommand(MenuCommands.find, hint: hasHints ? "find" : nil) { menu.find() }] : [])
      + [AvailableCommand(closing, hint: "close") { [weak self] in self?.menu = nil }]
      + globalCommands.filter { Self.alwaysAvailable.contains($0.command) }
  }

  /// A key without meaning leaves the menu open. Commands with non-printable keys still work while no text is typed:
  /// global ones such as the one that opens the help, and in an editor those of its screen, such as the key that sends
  /// the text.
  func handle(_ key: Key, in menu: Menu) {
    if menu.field?.handle(key, whenChanged: menu.fieldDidChange) == true { return }
    if let binding = activeBindings.binding(for: key) { return perform(binding, after: menu.keys + [key]) }
    if menu.field == nil {
      let others = globalCommands + (focusedEditor == nil ? [] : top?.availableCommands ?? [])
      let bindings = keymap.bindings(of: others) { if case .character = $0 { false } else { true } }
      if let binding = bindings.binding(for: key) {
        self.menu = nil
        return perform(binding, after: [key])
      }
    }
    showUnboundKey(KeySequence(menu.keys + [key]))
  }

  /// Looks up a command of the palette again, because it may have become unavailable in the meantime.
  func choose(_ entry: MenuEntry) {
    guard let menu else { return }
    if let reason = entry.unavailableReason { return showRemark(reason) }
    self.menu = nil
    switch entry.action {
    case .choose(let binding):
      perform(binding, after: menu.keys + binding.keys.prefix(1))
      guard binding.keepsMenuOpen, self.menu == nil else { return }
      menu.update()
      if !menu.entries.isEmpty { self.menu = menu }
    case .perform(let action):
      willHandleKey()
      action()
    case .command(let command):
      recentCommands = [command] + recentCommands.filter { $0 != command }
      guard let available = activeCommands.first(where: { $0.command == command }) else {
        return showRemark("No longer available: \(entry.title)")
      }
      perform(available)
    case .unavailable: break
    }
  }
}
