/// What can be done at a moment, and which keys do it.
extension Navigator {
  /// All that can be done at this moment: by the screen in front, then the way back, then what every screen has.
  public var activeCommands: [AvailableCommand] {
    palette == nil ? screenCommands : openPaletteCommands
  }

  /// The same where no palette stands in front of the screen.
  var screenCommands: [AvailableCommand] {
    guard let top else { return globalCommands }
    // What is typed into a field is not left by a key that leads away, nor a text by any that its screen does not offer.
    guard top.focusedField == nil else { return top.availableCommands + globalCommands }
    if let editor = top.focusedEditor {
      return Array(
        joining: top.availableCommands, editor.availableCommands,
        globalCommands.filter { EditorCommands.beside.contains($0.command) })
    }
    return Array(joining: precedingCommands(), top.availableCommands, backCommands, paneCommands, globalCommands)
  }

  /// What every key does at this moment, each key once.
  public var activeBindings: [KeyBinding] {
    let live = bindings ?? menu?.bindings ?? makeBindings()
    bindings = live
    return live
  }

  /// What every key does at this moment, made anew whenever it is asked for: the keys may be others by then.
  public func bindingsOfThisMoment() -> @MainActor () -> [KeyBinding] {
    let availableCommands = activeCommands
    let isFree = freeKeys(in: top)
    return { [currentKeymap] in currentKeymap.value.bindings(of: availableCommands, where: isFree) }
  }

  private func makeBindings() -> [KeyBinding] {
    let availableCommands = activeCommands
    // In a field, printable keys are text and nothing else.
    if focusedField != nil { return keymap.bindings(of: availableCommands) { !TextField.takes($0) } }
    if let known = assignments.first(where: { $0.isFor(availableCommands) }) {
      return known.bindings(of: availableCommands, in: keymap)
    }
    let assignment = keymap.assignment(of: availableCommands.map(\.command), where: freeKeys(in: top))
    assignments = [assignment] + assignments.prefix(Self.maxAssignments - 1)
    return assignment.bindings(of: availableCommands, in: keymap)
  }

  /// On a screen too small to read anything on.
  func leave(by key: Key) {
    let leaving = globalCommands.filter { [ProgramCommands.quit, ProgramCommands.quitAtOnce].contains($0.command) }
    if let binding = keymap.bindings(of: leaving).binding(for: key) { perform(binding, after: [key]) }
  }

  func perform(_ binding: KeyBinding, after keys: [Key]) {
    switch binding.effect {
    case .perform(let action): action()
    case .menu(let bindings): open(binding, bindings(), after: keys)
    }
  }
}
