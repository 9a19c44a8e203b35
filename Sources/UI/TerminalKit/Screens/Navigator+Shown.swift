/// Work deferred until the response to a key is on screen.
extension Navigator {
  /// Runs deferred work and prepares the layout for the next key. Call it after the drawn frame has been flushed.
  public func prefetchLayout() {
    runDeferredWork()
    if menu == nil { top?.prefetchLayout() }
    if hints.update(hintedBindings) { needsDisplay?() }
  }

  /// Runs work after the next frame if an event is being handled, but before the next event; otherwise immediately.
  func afterNextFrame(_ work: @escaping @MainActor () -> Void) {
    deferredWork.append(work)
    if !deferWorkUntilFlushed || !isHandling { runDeferredWork() }
  }

  func runDeferredWork() {
    while !deferredWork.isEmpty { deferredWork.removeFirst()() }
  }

  /// Hints rarely change while the same screen is on top, so they are compared only after the frame has been flushed.
  func prepareHints() {
    let isSame = hintedScreen === top && menu == nil && focusedField == nil
    if !deferWorkUntilFlushed || !isSame { hints.update(hintedBindings) }
    hintedScreen = menu == nil && focusedField == nil ? top : nil
  }

  /// The bindings for the bottom line: those whose keys the content does not name.
  private var hintedBindings: [KeyBinding] {
    guard !namedCommands.isEmpty else { return activeBindings }
    return activeBindings.filter { binding in !(binding.command.map { namedCommands.contains($0.id) } ?? false) }
  }
}

extension Canvas {
  /// The IDs of the commands whose keys the text names.
  var namedCommands: Set<String> {
    Set(
      regions.compactMap { region in
        if case .target(.keyHint(let command)) = region.action { command.id } else { nil }
      })
  }
}
