/// What is done when the answer to a key is on the screen, so that the answer need not wait for it.
extension Navigator {
  /// To be called when what has been drawn is on the screen: does what has waited for that, and prepares what the next key
  /// may bring there.
  public func prefetchLayout() {
    runDeferredWork()
    if palette == nil, menu == nil { top?.prefetchLayout() }
    if hints.use(activeBindings) { needsDisplay?() }
  }

  /// Does something at once, or, where that changes nothing that is drawn in answer to what is being handled, when the
  /// answer is on the screen; before the next key in any case. It takes the place of what waits.
  func afterNextFrame(_ work: @escaping @MainActor () -> Void) {
    guard deferWorkUntilFlushed, isHandling else {
      waiting = nil
      return work()
    }
    waiting = work
  }

  func runDeferredWork() {
    guard let work = waiting else { return }
    waiting = nil
    work()
  }

  /// Of the screen that stood there before, the hints are mostly the same: whether they are is found out when the rest is on
  /// the screen.
  func prepareHints() {
    let isSame = hintedScreen === top && menu == nil && palette == nil && focusedField == nil
    if !deferWorkUntilFlushed || !isSame { hints.use(activeBindings) }
    hintedScreen = menu == nil && palette == nil && focusedField == nil ? top : nil
  }
}
