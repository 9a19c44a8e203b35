/// What the mouse does: whatever was noted where it is when the screen was drawn last.
extension Navigator {
  private typealias Action = @MainActor () -> Void

  /// Whether something stands in its place that answers.
  public func hasAnswer(to mouse: MouseEvent) -> Bool { answer(to: mouse) != nil }

  /// Where nothing is, nothing happens, and nothing is said of it.
  func handle(_ mouse: MouseEvent) {
    guard !size.isTooSmall, let action = answer(to: mouse) else { return }
    action()
    if let top { screenNeedsDisplay(top) }
  }

  private func answer(to mouse: MouseEvent) -> Action? {
    switch mouse.action {
    case .press(.left): answer(toClickAt: mouse.place)
    case .scroll(.down, let notches): answer(toWheelAt: mouse.place, turnedBy: notches)
    case .scroll(.up, let notches): answer(toWheelAt: mouse.place, turnedBy: -notches)
    case .scroll, .press, .release, .move: nil
    }
  }

  private func answer(toClickAt place: Point) -> Action? {
    switch regions.front(at: place, where: \.takesClicks)?.answer {
    case .target(.key(let key)): return { self.handle(key) }
    case .target(.command(let command)):
      guard let offer = liveOffers.first(where: { $0.command == command }) else { return nil }
      return { self.perform(offer) }
    case .click(let action):
      return {
        self.willHandleKey()
        action()
      }
    case .target(.link), .scroll, nil: return nil
    }
  }

  private func answer(toWheelAt place: Point, turnedBy notches: Int) -> Action? {
    guard case .scroll(let move)? = regions.front(at: place, where: \.takesWheel)?.answer else { return nil }
    return {
      self.willHandleKey()
      move(notches)
    }
  }

  func perform(_ offer: Offer) {
    willHandleKey()
    let keys = keymap.keys(of: offer.command).first?.keys ?? []
    perform(KeyBinding(keys, offer, in: keymap), after: keys)
  }
}
