/// Mouse handling by the regions of the last draw.
extension Navigator {
  private typealias Handler = @MainActor () -> Void

  /// Whether the event has an effect.
  func hasAction(for mouse: MouseEvent) -> Bool { handler(for: mouse) != nil }

  /// Events outside of all regions are ignored silently.
  func handle(_ mouse: MouseEvent) {
    guard !size.isTooSmall, let action = handler(for: mouse) else { return }
    if case .press = mouse.action { drag = nil }
    action()
    if let top { screenNeedsDisplay(top) }
  }

  private func handler(for mouse: MouseEvent) -> Handler? {
    switch mouse.action {
    case .press(.left): handler(toClickAt: mouse)
    case .release(.left), .release(nil): handler(toReleaseAt: mouse.position)
    case .scroll(.down, let notches): handler(toWheelAt: mouse.position, turnedBy: notches)
    case .scroll(.up, let notches): handler(toWheelAt: mouse.position, turnedBy: -notches)
    case .scroll, .press, .release, .move: nil
    }
  }

  private func handler(toClickAt mouse: MouseEvent) -> Handler? {
    let region = regions.front(at: mouse.position, where: \.handlesClicks)
    switch region?.action {
    case .target(.key(let key)): return { self.handle(key) }
    case .target(.command(let command)), .target(.keyHint(let command)):
      guard let available = activeCommands.first(where: { $0.command == command }) else { return nil }
      return { self.perform(available) }
    case .click(let action):
      return {
        self.willHandleKey()
        action()
      }
    case .position(let action):
      return {
        self.willHandleKey()
        self.drag = region.map { Drag(region: $0, start: mouse.position) }
        action(mouse.position.from(region?.area), !mouse.modifiers.isEmpty)
      }
    case .target(.link), .scroll, nil: return nil
    }
  }

  /// Ends a drag: selects from its start to the current position.
  private func handler(toReleaseAt position: Point) -> Handler? {
    guard let drag, drag.start != position, case .position(let action) = drag.region.action else { return nil }
    return {
      self.drag = nil
      action(position.from(drag.region.area), true)
    }
  }

  private func handler(toWheelAt position: Point, turnedBy notches: Int) -> Handler? {
    guard case .scroll(let move)? = regions.front(at: position, where: \.handlesWheel)?.action else { return nil }
    return {
      self.willHandleKey()
      move(notches)
    }
  }

  func perform(_ available: AvailableCommand) {
    willHandleKey()
    let keys = keymap.keys(of: available.command).first?.keys ?? []
    perform(KeyBinding(keys, available, in: keymap), after: keys)
  }
}

/// The region and start of a drag.
struct Drag {
  let region: MouseRegion
  let start: Point
}

extension Point {
  /// The position relative to the top left corner of an area.
  fileprivate func from(_ area: Rect?) -> Point {
    Point(row: row - (area?.row ?? 0), column: column - (area?.column ?? 0))
  }
}
