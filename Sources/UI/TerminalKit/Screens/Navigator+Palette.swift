/// The command palette.
extension Navigator {
  /// Opens the palette with all commands and destinations.
  public func openPalette() {
    guard menu?.isPalette != true else { return }
    guard top != nil else { return showRemark("Still opening…") }
    let palette = Menu(palette: "Find") { [weak self] in self?.paletteEntries ?? [] }
    menu = palette
    findDestinations? { [weak self, weak palette] destinations in
      palette?.add(destinations)
      self?.contentDidChange()
    }
  }

  /// Opens the palette to choose among other entries.
  /// - Parameter prompt: The label before the typed text, for example "Column of".
  public func openPalette(prompt: String, _ entries: [MenuEntry]) {
    guard top != nil, !entries.isEmpty else { return showRemark("Nothing to choose from") }
    menu = Menu(palette: prompt) { entries }
    contentDidChange()
  }

  /// The listed commands of the screen with their effective keys, then those that it does not offer now.
  private var paletteEntries: [MenuEntry] {
    let availableCommands = screenCommands
    let keys = keymap.assignment(of: availableCommands.map(\.command), where: freeKeys(in: top)).sequences
    let entries = availableCommands.enumerated().compactMap { index, available -> MenuEntry? in
      guard available.isListed, available.command != ProgramCommands.palette else { return nil }
      // In the order of the keymap.
      let effectiveKeys = keymap.keys(of: available.command).filter { keys[index]?.contains($0) == true }
      return MenuEntry(available, keys: effectiveKeys)
    }
    var seen = Set(availableCommands.filter(\.isListed).map(\.command))
    let unavailable = screenUnavailableCommands.filter { $0.isListed && seen.insert($0.command).inserted }
    return recentFirst(entries) + unavailable.map { MenuEntry($0) }
  }

  /// Commands chosen in the palette before come first, the last one at the top.
  private func recentFirst(_ entries: [MenuEntry]) -> [MenuEntry] {
    let recent = recentCommands.compactMap { command in entries.first { $0.command == command } }
    return recent + entries.filter { entry in entry.command.map(recentCommands.contains) != true }
  }
}
