/// The palette: what can be done on the screen behind it, found by letters.
extension Navigator {
  /// Opens it; the screen stays as it is.
  public func openPalette() {
    guard palette == nil else { return }
    guard top != nil else { return say("Nothing is open yet") }
    let palette = CommandPalette(paletteCommands) { [weak self] in self?.choose($0) }
    self.palette = palette
    findPlaces? { [weak self, weak palette] places in
      palette?.add(places)
      self?.contentDidChange()
    }
  }

  /// Opens it with other entries, to choose one of them.
  /// - Parameter question: stands before what is typed: “Column of”.
  public func openPalette(asking question: String, _ entries: [PaletteEntry]) {
    guard top != nil, !entries.isEmpty else { return say("There is nothing to choose from") }
    palette = CommandPalette(question: question, [], places: entries) { [weak self] in self?.choose($0) }
    contentDidChange()
  }

  /// What can be done on the screen, each with the keys that it really has.
  var paletteCommands: [PaletteEntry] {
    let availableCommands = screenCommands
    let keys = keymap.assignment(of: availableCommands.map(\.command), where: freeKeys(in: top)).sequences
    return availableCommands.enumerated().compactMap { index, offer -> PaletteEntry? in
      guard offer.isListed, offer.command != ProgramCommands.palette else { return nil }
      // In the order in which people are told of them.
      let live = keymap.keys(of: offer.command).filter { keys[index]?.contains($0) == true }
      return PaletteEntry(offer, keys: live)
    }
  }

  /// What can be done while it is open. Of what every screen has, only that which leaves it open.
  var openPaletteCommands: [AvailableCommand] {
    let beside: Set = [ProgramCommands.quitAtOnce, ProgramCommands.redraw, ProgramCommands.suspend]
    let choosing =
      palette?.selected.map { entry in
        [AvailableCommand(PaletteCommands.choose, hint: "do it") { [weak self] in self?.choose(entry) }]
      } ?? []
    return choosing + [
      AvailableCommand(PaletteCommands.next) { [weak self] in self?.palette?.move(by: 1) },
      AvailableCommand(PaletteCommands.previous) { [weak self] in self?.palette?.move(by: -1) },
      AvailableCommand(PaletteCommands.close, hint: "close") { [weak self] in self?.palette = nil },
    ] + globalCommands.filter { beside.contains($0.command) }
  }

  func draw(_ palette: CommandPalette, on canvas: inout Canvas) {
    coverRegions(of: &canvas) { [weak self] in self?.palette = nil }
    palette.draw(on: &canvas, above: canvas.size.height - 1)
  }

  /// A command may have become unavailable, and others stand where it stood: it is looked for anew.
  private func choose(_ entry: PaletteEntry) {
    palette = nil
    switch entry.action {
    case .perform(let action):
      willHandleKey()
      action()
    case .command(let command):
      guard let offer = activeCommands.first(where: { $0.command == command }) else {
        return say("That cannot be done any more: \(entry.title)")
      }
      perform(offer)
    }
  }
}
