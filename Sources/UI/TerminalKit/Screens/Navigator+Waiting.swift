/// Input that waits for the screen that an earlier key opens, so that it reaches that screen and not the one before.
extension Navigator {
  /// The maximum number of waiting keys and pastes. Later ones are ignored.
  static let maxWaitingInput = 1_000

  /// Lets keys wait for a screen that opens with data of this machine.
  /// - Returns: ends the wait; further calls have no effect. The keys continue before the next frame is drawn.
  public func holdKeys() -> @MainActor () -> Void {
    lastKeyHold += 1
    let id = lastKeyHold
    keyHolds.insert(id)
    return { [weak self] in
      // Esc may have ended the wait before.
      guard let self, keyHolds.remove(id) != nil else { return }
      contentDidChange()
    }
  }

  private var isOpening: Bool {
    !keyHolds.isEmpty || menu == nil && !isWriting && top?.isOpening == true
  }

  /// Whether an event waits. Esc and the keys that always work end the wait, and what was typed ahead is dropped.
  func mustWait(_ event: Event) -> Bool {
    guard isOpening, !size.isTooSmall else { return false }
    switch event {
    case .key(let key):
      guard key == .escape || isAlwaysHandled(key) else { return true }
      waitingInput = []
      keyHolds = []
      return false
    case .paste, .undecodable: return true
    case .mouse, .resize, .focus: return false
    }
  }

  /// Handles waiting input up to a key that opens another screen.
  func handleWaitingInput() {
    while !waitingInput.isEmpty, !isOpening || size.isTooSmall {
      runDeferredWork()
      apply(waitingInput.removeFirst())
    }
  }

  private func isAlwaysHandled(_ key: Key) -> Bool {
    let commands: Set = [ProgramCommands.quitAtOnce, ProgramCommands.redraw, ProgramCommands.suspend]
    return keymap.bindings(of: globalCommands.filter { commands.contains($0.command) }).binding(for: key) != nil
  }
}
