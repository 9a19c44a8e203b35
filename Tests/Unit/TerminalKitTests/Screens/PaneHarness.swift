@testable import TerminalKit

/// A list with sidebar and details at any width.
@MainActor
class PaneHarness {
  let navigator = Navigator()
  private(set) var events: [String] = []
  let list: FakeScreen
  private(set) var createdCount = 0
  private(set) var size = Size(width: 80, height: 40)

  init() {
    var note: (String) -> Void = { _ in }
    list = FakeScreen("list") { note($0) }
    note = { [weak self] in self?.events.append($0) }
    list.header = ScreenHeader(.title("List"), account: "Ada")
    navigator.setSidebar(screen("sidebar"), placeholder: screen("nothing"))
    navigator.setColumns([list])
  }

  var visible: [String] { navigator.visibleScreens.map(\.title) }

  var topRow: String { row(0) }
  var bottomRow: String { row(size.height - 1) }

  private func row(_ row: Int) -> String {
    let canvas = navigator.draw(size: size)
    return (0..<size.width).map { canvas[row, $0].text }.joined()
  }

  func show(width: Int) {
    size = Size(width: width, height: 40)
    navigator.handle(.resize(size))
    _ = navigator.draw(size: size)
  }

  func focusAfter(_ keys: Character...) -> String? {
    for key in keys { navigator.handle(.character(key)) }
    return navigator.top?.title
  }

  func clearEvents() { events = [] }

  @discardableResult func select(_ title: String) -> Bool {
    navigator.select(Selection(id: title) { [weak self] in self?.make(title) })
  }

  func open(_ title: String) {
    navigator.showDetail(title) { make(title) }
  }

  func make(_ title: String) -> FakeScreen {
    createdCount += 1
    return screen(title)
  }

  func screen(_ title: String) -> FakeScreen {
    FakeScreen(title) { [weak self] in self?.events.append($0) }
  }
}
