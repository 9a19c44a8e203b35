/// What the mouse does: whatever was noted where it is when the screen was drawn last.
extension Navigator {
  private typealias Action = @MainActor () -> Void

  /// Whether something stands in its place that answers.
  public func hasAnswer(to mouse: MouseEvent) -> Bool { answer(to: mouse) != nil }

  /// Where nothing is, nothing happens, and nothing is said of it.
  func handle(_ mouse: MouseEvent) {
    guard !size.isTooSmall, let action = answer(to: mouse) else { return }
    if case .press = mouse.action { drag = nil }
    action()
    if let top { screenNeedsDisplay(top) }
  }

  private func answer(to mouse: MouseEvent) -> Action? {
    switch mouse.action {
    case .press(.left): answer(toClickAt: mouse)
    case .release(.left), .release(nil): answer(toReleaseAt: mouse.place)
    case .scroll(.down, let notches): answer(toWheelAt: mouse.place, turnedBy: notches)
    case .scroll(.up, let notches): answer(toWheelAt: mouse.place, turnedBy: -notches)
    case .scroll, .press, .release, .move: nil
    }
  }

  private func answer(toClickAt mouse: MouseEvent) -> Action? {
    let region = regions.front(at: mouse.place, where: \.takesClicks)
    switch region?.answer {
    case .target(.key(let key)): return { self.handle(key) }
    case .target(.command(let command)):
      guard let offer = activeCommands.first(where: { $0.command == command }) else { return nil }
      return { self.perform(offer) }
    case .click(let action):
      return {
        self.willHandleKey()
        action()
      }
    case .place(let action):
      return {
        self.willHandleKey()
        self.drag = region.map { Drag(region: $0, start: mouse.place) }
        action(mouse.place.from(region?.area), !mouse.modifiers.isEmpty)
      }
    case .target(.link), .scroll, nil: return nil
    }
  }

  /// What was pressed elsewhere is over: from there to here is meant.
  private func answer(toReleaseAt place: Point) -> Action? {
    guard let drag, drag.start != place, case .place(let action) = drag.region.answer else { return nil }
    return {
      self.drag = nil
      action(place.from(drag.region.area), true)
    }
  }

  private func answer(toWheelAt place: Point, turnedBy notches: Int) -> Action? {
    guard case .scroll(let move)? = regions.front(at: place, where: \.takesWheel)?.answer else { return nil }
    return {
      self.willHandleKey()
      move(notches)
    }
  }

  func perform(_ offer: AvailableCommand) {
    willHandleKey()
    let keys = keymap.keys(of: offer.command).first?.keys ?? []
    perform(KeyBinding(keys, offer, in: keymap), after: keys)
  }
}

/// A button that is held down.
struct Drag {
  let region: MouseRegion
  let start: Point
}

extension Point {
  /// The same place, counted from the corner of an area.
  fileprivate func from(_ area: Rect?) -> Point {
    Point(row: row - (area?.row ?? 0), column: column - (area?.column ?? 0))
  }
}
