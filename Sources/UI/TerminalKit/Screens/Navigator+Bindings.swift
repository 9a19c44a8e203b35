/// Available commands and their keys.
extension Navigator {
  /// All available commands: those of the top screen, then the shared ones, back, and the global ones.
  public var activeCommands: [AvailableCommand] {
    menu.map(commands) ?? screenCommands
  }

  /// The commands of the top screen, disregarding an open menu.
  var screenCommands: [AvailableCommand] {
    guard let top else { return globalCommands }
    if top.capturesKeys {
      return top.availableCommands + globalCommands.filter { $0.command == ProgramCommands.quitAtOnce }
    }
    // Text fields do not give way to keys that navigate; editors only to commands of their screen.
    guard top.focusedField == nil else { return top.availableCommands + globalCommands }
    if let editor = top.focusedEditor {
      return Array(
        joining: dismissalCommands, top.availableCommands, editor.availableCommands,
        globalCommands.filter { EditorCommands.alwaysAvailable.contains($0.command) })
    }
    let sharedCommands = top.offersSharedCommands ? sharedCommands() : []
    return Array(
      joining: dismissalCommands, precedingCommands(), top.availableCommands, sharedCommands, backCommands,
      paneCommands, settingsCommands(), globalCommands)
  }

  /// The bindings of all active keys, each key once.
  public var activeBindings: [KeyBinding] {
    let current = bindings ?? menu.map(bindings(of:)) ?? makeBindings()
    bindings = current
    return current
  }

  /// Returns a closure that computes the bindings of the current commands with the keymap at the time of the call.
  public func bindingsProvider() -> @MainActor () -> [KeyBinding] {
    let availableCommands = activeCommands
    let isFree = freeKeys(in: top)
    return { [currentKeymap] in currentKeymap.value.bindings(of: availableCommands, where: isFree) }
  }

  private func makeBindings() -> [KeyBinding] {
    let availableCommands = activeCommands
    // Printable keys are text in a field.
    if let isText = focusedField?.handledKeys { return keymap.bindings(of: availableCommands) { !isText($0) } }
    if let known = assignments.first(where: { $0.isFor(availableCommands) }) {
      return known.bindings(of: availableCommands, in: keymap)
    }
    let assignment = keymap.assignment(of: availableCommands.map(\.command), where: freeKeys(in: top))
    assignments = [assignment] + assignments.prefix(Self.maxAssignments - 1)
    return assignment.bindings(of: availableCommands, in: keymap)
  }

  /// Handles a key on a screen that is too small: only quitting works, and not while the user writes.
  func quit(by key: Key) {
    guard !isWriting else {
      hasIgnoredInput = true
      return
    }
    let leaving = globalCommands.filter { [ProgramCommands.quit, ProgramCommands.quitAtOnce].contains($0.command) }
    if let binding = keymap.bindings(of: leaving).binding(for: key) { perform(binding, after: [key]) }
  }

  func perform(_ binding: KeyBinding, after keys: [Key]) {
    switch binding.effect {
    case .perform(let action): action()
    case .menu(let makeChoices): open(binding, makeChoices, after: keys)
    }
  }
}
