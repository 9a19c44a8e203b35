/// The command palette.
extension Navigator {
  /// Opens the palette with all commands and destinations.
  public func openPalette() {
    guard palette == nil else { return }
    guard top != nil else { return showRemark("Still opening…") }
    let palette = CommandPalette(paletteCommands, unavailable: unavailablePaletteCommands) { [weak self] in
      self?.choose($0)
    }
    self.palette = palette
    findDestinations? { [weak self, weak palette] destinations in
      palette?.add(destinations)
      self?.contentDidChange()
    }
  }

  /// Opens the palette to choose among other entries.
  /// - Parameter prompt: the label before the typed text, for example "Column of".
  public func openPalette(prompt: String, _ entries: [PaletteEntry]) {
    guard top != nil, !entries.isEmpty else { return showRemark("Nothing to choose from") }
    palette = CommandPalette(prompt: prompt, [], destinations: entries) { [weak self] in self?.choose($0) }
    contentDidChange()
  }

  /// The listed commands of the screen with their effective keys.
  var paletteCommands: [PaletteEntry] {
    let availableCommands = screenCommands
    let keys = keymap.assignment(of: availableCommands.map(\.command), where: freeKeys(in: top)).sequences
    let entries = availableCommands.enumerated().compactMap { index, available -> PaletteEntry? in
      guard available.isListed, available.command != ProgramCommands.palette else { return nil }
      // In the order of the keymap.
      let effectiveKeys = keymap.keys(of: available.command).filter { keys[index]?.contains($0) == true }
      return PaletteEntry(available, keys: effectiveKeys)
    }
    return recentFirst(entries)
  }

  /// The commands that the screen does not offer now, with the reason.
  var unavailablePaletteCommands: [PaletteEntry] {
    var seen = Set(screenCommands.filter(\.isListed).map(\.command))
    return screenUnavailableCommands.filter { $0.isListed && seen.insert($0.command).inserted }.map(PaletteEntry.init)
  }

  /// The commands of the open palette, and global commands that leave it open.
  var openPaletteCommands: [AvailableCommand] {
    let alwaysAvailable: Set = [ProgramCommands.quitAtOnce, ProgramCommands.redraw, ProgramCommands.suspend]
    let choosing =
      palette?.selected.map { entry in
        [AvailableCommand(PaletteCommands.choose, hint: "choose") { [weak self] in self?.choose(entry) }]
      } ?? []
    return choosing + [
      AvailableCommand(PaletteCommands.next) { [weak self] in self?.palette?.move(by: 1) },
      AvailableCommand(PaletteCommands.previous) { [weak self] in self?.palette?.move(by: -1) },
      AvailableCommand(PaletteCommands.close, hint: "close") { [weak self] in self?.palette = nil },
    ] + globalCommands.filter { alwaysAvailable.contains($0.command) }
  }

  /// Commands chosen in the palette before come first, the last one at the top.
  private func recentFirst(_ entries: [PaletteEntry]) -> [PaletteEntry] {
    let recent = recentCommands.compactMap { command in entries.first { $0.command == command } }
    return recent + entries.filter { entry in entry.command.map(recentCommands.contains) != true }
  }

  func draw(_ palette: CommandPalette, on canvas: inout Canvas) {
    coverRegions(of: &canvas) { [weak self] in self?.palette = nil }
    palette.draw(on: &canvas, above: canvas.size.height - 1)
  }

  /// Looks up the command again, because it may have become unavailable meanwhile.
  private func choose(_ entry: PaletteEntry) {
    palette = nil
    switch entry.action {
    case .perform(let action):
      willHandleKey()
      action()
    case .unavailable(let reason): showRemark(reason)
    case .command(let command):
      recentCommands = [command] + recentCommands.filter { $0 != command }
      guard let available = activeCommands.first(where: { $0.command == command }) else {
        return showRemark("No longer available: \(entry.title)")
      }
      perform(available)
    }
  }
}
