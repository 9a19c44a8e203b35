import TerminalKit
import TestSupport
import Testing

@MainActor @Suite final class NavigatorMouseTests {
  private let navigator = Navigator()
  private let screen = FakeScreen()
  private let size = Size(width: 60, height: 8)
  private var performed: [String] = []

  init() {
    UTF8Locale.set()
    navigator.setRoot(screen)
  }

  @Test func `A click on a hint acts like the key`() throws {
    screen.availableCommands = [offer("o", "open"), offer("x", "close")]
    click(try place(of: "x close"))
    click(try place(of: "open"))
    #expect(performed == ["close", "open"])
  }

  @Test func `A click outside of regions has no effect`() {
    screen.availableCommands = [offer("o", "open")]
    screen.bottomLine = .status("1 of 9")
    let before = navigator.draw(size: size)
    var displayRequests = 0
    navigator.needsDisplay = { displayRequests += 1 }
    for place in [Point(row: 3, column: 3), Point(row: 7, column: 2), Point(row: 70, column: 2)] { click(place) }
    #expect(displayRequests == 0)
    #expect(screen.willHandleKeyCalls == 0)
    #expect(navigator.draw(size: size) == before)
  }

  @Test func `A click applies to the front region and ends deferred work`() {
    let area = Rect(row: 1, column: 2, width: 10, height: 3)
    screen.regions = [
      MouseRegion(area, .click { self.performed.append("behind") }),
      MouseRegion(area.inset(top: 1, bottom: 1), .click { self.performed.append("in front") }),
    ]
    _ = navigator.draw(size: size)
    click(Point(row: 2, column: 2), isDrawn: true)
    click(Point(row: 1, column: 11), isDrawn: true)
    click(Point(row: 1, column: 12), isDrawn: true)
    #expect(performed == ["in front", "behind"])
    #expect(screen.willHandleKeyCalls == 2)
  }

  @Test func `A clicked command is performed if available`() {
    let command = Command("open", "open", keys: ["o"])
    screen.regions = [MouseRegion(Rect(row: 1, column: 0, width: 4, height: 1), .target(.command(command)))]
    _ = navigator.draw(size: size)
    click(Point(row: 1, column: 1), isDrawn: true)
    #expect(performed.isEmpty)
    screen.availableCommands = [AvailableCommand(command) { self.performed.append("open") }]
    click(Point(row: 1, column: 1), isDrawn: true)
    #expect(performed == ["open"])
  }

  @Test func `The wheel scrolls the region under the pointer`() {
    var notches: [Int] = []
    screen.regions = [
      MouseRegion(Rect(row: 1, column: 0, width: 60, height: 5), .scroll { notches.append($0) }),
      MouseRegion(Rect(row: 2, column: 0, width: 60, height: 1), .click {}),
    ]
    _ = navigator.draw(size: size)
    let place = Point(row: 2, column: 2)
    navigator.handle(.mouse(MouseEvent(.scroll(.down, notches: 4), at: place)))
    navigator.handle(.mouse(MouseEvent(.scroll(.up), at: place)))
    navigator.handle(.mouse(MouseEvent(.scroll(.left), at: place)))
    navigator.handle(.mouse(MouseEvent(.scroll(.up), at: Point(row: 6, column: 0))))
    #expect(notches == [4, -1])
  }

  @Test func `A click chooses a menu entry, a click outside closes the menu`() throws {
    screen.regions = [
      MouseRegion(Rect(row: 0, column: 0, width: 60, height: 7), .click { self.performed.append("row") })
    ]
    screen.availableCommands = [
      AvailableCommand(.character("g"), title: "go to", hint: "go to", menu: [offer("s", "switch account")])
    ]
    click(try place(of: "g go to"))
    #expect(navigator.isMenuOpen)
    click(try place(of: "switch account"))
    #expect(performed == ["switch account"])
    #expect(!navigator.isMenuOpen)
    navigator.handle(.character("g"))
    click(Point(row: 1, column: 1))
    #expect(performed == ["switch account"])
    #expect(!navigator.isMenuOpen)
    click(Point(row: 1, column: 1))
    #expect(performed == ["switch account", "row"])
  }

  @Test func `The rule above a menu belongs to it`() throws {
    screen.availableCommands = [AvailableCommand(.character("g"), title: "go to", menu: [offer("s", "switch account")])]
    navigator.handle(.character("g"))
    let row = try place(of: "switch account").row
    click(Point(row: row - 1, column: 5))
    #expect(navigator.isMenuOpen)
  }

  @Test func `Regions of a replaced screen are removed`() {
    screen.regions = [
      MouseRegion(Rect(row: 0, column: 0, width: 60, height: 7), .click { self.performed.append("row") })
    ]
    _ = navigator.draw(size: size)
    navigator.push(FakeScreen("next"))
    click(Point(row: 1, column: 1), isDrawn: true)
    #expect(performed.isEmpty)
  }

  @Test func `On a tiny screen the mouse has no effect`() {
    screen.regions = [
      MouseRegion(Rect(row: 0, column: 0, width: 60, height: 7), .click { self.performed.append("row") })
    ]
    _ = navigator.draw(size: size)
    navigator.handle(.resize(Size(width: 10, height: 3)))
    click(Point(row: 1, column: 1), isDrawn: true)
    _ = navigator.draw(size: Size(width: 10, height: 3))
    click(Point(row: 0, column: 1), isDrawn: true)
    #expect(performed.isEmpty)
  }

  @Test func `Consecutive notches are merged`() {
    func turn(_ direction: MouseEvent.Direction, _ notches: Int = 1, row: Int = 3) -> Event {
      .mouse(MouseEvent(.scroll(direction, notches: notches), at: Point(row: row, column: 0)))
    }
    let events = [
      turn(.down), turn(.down), turn(.down), .key(.enter), turn(.down), turn(.up), turn(.up), turn(.up, row: 4),
    ]
    #expect(
      events.mergingNotches == [turn(.down, 3), .key(.enter), turn(.down), turn(.up, 2), turn(.up, row: 4)])
    #expect([Event]().mergingNotches.isEmpty)
    let click = Event.mouse(MouseEvent(.press(.left), at: Point(row: 3, column: 0)))
    #expect([click, click].mergingNotches == [click, click])
  }

  private func click(_ place: Point, isDrawn: Bool = false) {
    if !isDrawn { _ = navigator.draw(size: size) }
    navigator.handle(.mouse(MouseEvent(.press(.left), at: place)))
  }

  /// The position of a string on the screen.
  private func place(of text: String) throws -> Point {
    let rows = navigator.draw(size: size).rows
    let row = try #require(rows.firstIndex { $0.contains(text) }, "\(text) on\n\(rows.joined(separator: "\n"))")
    let range = try #require(rows[row].firstRange(of: text))
    return Point(row: row, column: rows[row].distance(from: rows[row].startIndex, to: range.lowerBound))
  }

  private func offer(_ key: Character, _ title: String) -> AvailableCommand {
    AvailableCommand(.character(key), title: title, hint: title) { [weak self] in self?.performed.append(title) }
  }
}
