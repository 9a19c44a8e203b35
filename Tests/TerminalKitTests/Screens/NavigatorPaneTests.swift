import TestSupport
import Testing

@testable import TerminalKit

@MainActor @Suite final class NavigatorPaneTests: PaneHarness {
  // MARK: - A list, and what is selected in it

  @Test func `What is selected stands beside the list where there is room for both`() {
    show(width: 109)
    #expect(visible == ["list"])
    show(width: 110)
    #expect(visible == ["list", "nothing"])
    select("post 1")
    #expect(visible == ["list", "post 1"])
    #expect(navigator.top === list)
  }

  @Test func `Where there is no room, nothing is made of what is selected`() {
    show(width: 80)
    select("post 1")
    #expect(made == 0)
    #expect(visible == ["list"])
    show(width: 120)
    #expect(made == 1)
    #expect(visible == ["list", "post 1"])
  }

  @Test func `Another selection is followed when it is asked to be`() {
    show(width: 120)
    select("post 1")
    #expect(select("post 2"))
    #expect(visible == ["list", "post 1"])
    navigator.updateDetail()
    #expect(visible == ["list", "post 2"])
    #expect(events.suffix(3) == ["post 1 disappear", "post 2 load", "post 2 appear"])
  }

  @Test func `Opening what is selected gives it the focus, and going back leaves it there`() {
    show(width: 120)
    select("post 1")
    let beside = navigator.visibleScreens[1]
    forgetEvents()
    open("post 1")
    #expect(navigator.top === beside)
    navigator.pop()
    #expect(navigator.top === list)
    #expect(navigator.visibleScreens[1] === beside)
    #expect(events.isEmpty)
    #expect(made == 1)
  }

  @Test func `What was opened from there stands in its place, and goes again`() {
    show(width: 120)
    select("post 1")
    open("post 1")
    open("post 2")
    #expect(visible == ["list", "post 2"])
    navigator.pop()
    #expect(visible == ["list", "post 1"])
    #expect(navigator.top?.title == "post 1")
  }

  @Test func `What is pinned stays beside the list while one looks around there, and is gone on from`() {
    show(width: 120)
    select("post 1")
    navigator.showDetail("letter", isPinned: true) { make("letter") }
    let letter = navigator.top
    navigator.performInFirst(Command("nothing", "nothing", keys: []))
    #expect(navigator.top === list)
    #expect(!select("post 2"))
    navigator.updateDetail()
    #expect(visible == ["list", "letter"])
    // Where there is no room for both it is out of sight, and comes back.
    show(width: 80)
    #expect(visible == ["list"])
    #expect(bottomRow.contains("w goes on: letter"))
    show(width: 20)
    #expect(bottomRow.contains("w goes on"))
    show(width: 80)
    #expect(focusAfter("w") == "letter")
    #expect(!bottomRow.contains("goes on"))
    navigator.performInFirst(Command("nothing", "nothing", keys: []))
    show(width: 120)
    #expect(!bottomRow.contains("goes on"))
    navigator.showDetail("letter", isPinned: true) { make("another") }
    #expect(navigator.top === letter)
    navigator.pop()
    #expect(visible == ["list", "post 2"])
  }

  @Test func `What the pinned stood in front of is there again when it is done, and when it takes the keys again`() {
    show(width: 120)
    select("post 1")
    open("post 1")
    let post = navigator.top
    navigator.showDetail("letter", isPinned: true) { make("letter") }
    navigator.performInFirst(Command("nothing", "nothing", keys: []))
    #expect(visible == ["list", "letter"])
    navigator.showDetail("letter", isPinned: true) { make("another") }
    navigator.removeDetail("letter")
    #expect(navigator.top === post)
    navigator.showDetail("letter", isPinned: true) { make("letter") }
    navigator.performInFirst(Command("nothing", "nothing", keys: []))
    // It is done while the list takes the keys: what is selected there stands beside it.
    navigator.removeDetail("letter")
    #expect(navigator.top === list)
    #expect(navigator.visibleScreens.last === post)
  }

  @Test func `What is pinned gives way to what is opened, and is told so`() {
    show(width: 120)
    navigator.showDetail("letter", isPinned: true) { make("letter") }
    navigator.performInFirst(Command("nothing", "nothing", keys: []))
    forgetEvents()
    open("post 1")
    #expect(visible == ["list", "post 1"])
    #expect(events.first == "letter disappear")
  }

  @Test func `Resizing keeps what has the focus`() {
    show(width: 80)
    select("post 1")
    open("post 1")
    let opened = navigator.top
    forgetEvents()
    show(width: 120)
    #expect(visible == ["list", "post 1"])
    #expect(navigator.top === opened)
    #expect(events == ["list appear"])
    show(width: 80)
    #expect(visible == ["post 1"])
    #expect(events == ["list appear", "list disappear"])
    navigator.pop()
    show(width: 120)
    #expect(navigator.top === list)
    #expect(navigator.visibleScreens[1] === opened)
  }

  @Test func `What was selected where there was no room stands beside the list when there is some again`() {
    show(width: 120)
    select("post 1")
    show(width: 80)
    select("post 2")
    show(width: 120)
    #expect(visible == ["list", "post 2"])
  }

  @Test func `What is gone when it is to be shown leaves the place to nobody`() {
    show(width: 80)
    _ = navigator.select(Selection(id: "gone") { nil })
    show(width: 120)
    #expect(visible == ["list", "nothing"])
  }

  @Test func `A field does not stay open in a pane that has lost the focus`() {
    show(width: 120)
    select("post 1")
    list.focusedField = TextField()
    navigator.showDetail("post 1") { make("post 1") }
    #expect(list.editsEnded == 1)
  }

  @Test func `A screen that covers all others has all the room`() {
    show(width: 200)
    select("post 1")
    navigator.push(screen("help"))
    #expect(visible == ["help"])
    navigator.pop()
    #expect(visible == ["sidebar", "list", "post 1"])
  }

  @Test func `The same first screen again leaves beside it what is selected there`() {
    show(width: 120)
    select("post 1")
    open("post 1")
    open("post 2")
    navigator.setColumns([list])
    #expect(visible == ["list", "post 1"])
    #expect(navigator.top === list)
    #expect(events.count { $0 == "list appear" } == 1)
  }

  @Test(arguments: [(70, 20), (70, 80), (110, 50), (400, 50)])
  func `No pane is too narrow to be read, and no list wider than its text`(width: Int, percent: Int) {
    var widths = PaneWidths()
    (widths.list, widths.sidebar) = (percent, 3)
    navigator.paneWidths = widths
    navigator.layout = .split
    show(width: width)
    let columns = navigator.stack.panes.map(\.columns.count)
    #expect(columns.reduce(columns.count - 1, +) == width)
    #expect(columns.allSatisfy { $0 >= 12 } && columns.suffix(2).allSatisfy { $0 >= 24 })
    #expect(columns.suffix(2).first.map { $0 <= 96 } == true)
  }

  @Test func `A first screen that is no list stands alone`() {
    show(width: 200)
    navigator.setRoot(screen("login"))
    #expect(visible == ["login"])
    select("post 1")
    #expect(visible == ["login"])
  }

  @Test func `A single screen stays single where that is wanted`() {
    show(width: 200)
    navigator.layout = .single
    select("post 1")
    #expect(visible == ["list"])
    navigator.layout = .split
    #expect(visible == ["sidebar", "list", "post 1"])
    show(width: 70)
    #expect(visible == ["list", "post 1"])
    show(width: 69)
    #expect(visible == ["list"])
  }

  // MARK: - The focus

  @Test func `From pane to pane, and round`() {
    show(width: 200)
    select("post 1")
    #expect(focusAfter("w") == "post 1")
    #expect(focusAfter("w") == "sidebar")
    #expect(focusAfter("w") == "list")
    #expect(focusAfter("W") == "sidebar")
    navigator.handle(.escape)
    #expect(navigator.top === list)
  }

  @Test func `The sidebar loses the focus where there is no room for it any more`() {
    show(width: 200)
    navigator.handle(.character("W"))
    #expect(navigator.top?.title == "sidebar")
    show(width: 120)
    #expect(navigator.top === list)
    #expect(navigator.isAtRoot)
  }

  @Test func `The bottom line and the keys are those of the pane that has the focus`() {
    show(width: 120)
    list.bottomLine = .status("1 of 9")
    list.availableCommands = [AvailableCommand(.character("a"), title: "list") {}]
    select("post 1")
    #expect(bottomRow.contains("1 of 9"))
    navigator.handle(.character("w"))
    #expect(!bottomRow.contains("1 of 9"))
    #expect(!navigator.activeBindings.contains { $0.title == "list" })
    #expect(navigator.activeBindings.contains { $0.title == "back" })
  }

  @Test func `A click gives a pane the focus and does there what it stands for`() throws {
    show(width: 120)
    var clicks = 0
    select("post 1")
    let detail = try #require(navigator.visibleScreens[1] as? FakeScreen)
    detail.answers = [MouseRegion(Rect(row: 0, column: 0, width: 10, height: 1), .click { clicks += 1 })]
    detail.needsDisplay?()
    _ = navigator.draw(size: Size(width: 120, height: 40))
    navigator.handle(.mouse(MouseEvent(.press(.left), at: Point(row: 2, column: 61))))
    #expect(navigator.top === detail)
    #expect(clicks == 1)
    // Where nothing answers, the focus alone.
    _ = navigator.draw(size: Size(width: 120, height: 40))
    navigator.handle(.mouse(MouseEvent(.press(.left), at: Point(row: 20, column: 5))))
    #expect(navigator.top === list)
  }

  @Test func `A click into an editor gives its pane the focus, and the cursor to what was clicked`() throws {
    show(width: 120)
    select("post 1")
    let detail = try #require(navigator.visibleScreens[1] as? FakeScreen)
    let editor = TextEditor("one two")
    detail.focusedEditor = editor
    let canvas = navigator.draw(size: Size(width: 120, height: 40))
    navigator.handle(.character("x"))
    #expect(editor.text == "one two")
    let row = try #require(canvas.rows.firstIndex { $0.contains("one two") })
    let column = try #require(canvas.rows[row].firstRange(of: "one two")).lowerBound
    let place = Point(row: row, column: canvas.rows[row].distance(from: canvas.rows[row].startIndex, to: column) + 4)
    navigator.handle(.mouse(MouseEvent(.press(.left), at: place)))
    #expect(navigator.top === detail && editor.content.cursor == 4)
    navigator.handle(.mouse(MouseEvent(.release(.left), at: Point(row: 39, column: 0))))
    navigator.handle(.character("x"))
    #expect(editor.text == "one xtwo")
  }

  @Test func `The wheel turns what is under it, and the focus stays`() throws {
    show(width: 120)
    var turned = 0
    select("post 1")
    let detail = try #require(navigator.visibleScreens[1] as? FakeScreen)
    detail.answers = [MouseRegion(Rect(row: 0, column: 0, width: 59, height: 30), .scroll { turned += $0 })]
    detail.needsDisplay?()
    _ = navigator.draw(size: Size(width: 120, height: 40))
    navigator.handle(.mouse(MouseEvent(.scroll(.down), at: Point(row: 10, column: 80))))
    #expect(turned == 1)
    #expect(navigator.top === list)
  }

  @Test func `A click on the header is for the list, whatever has the focus`() {
    var opened = 0
    let command = Command("second", "second", keys: ["2"])
    list.header = ScreenHeader(.tabs([.init("One"), .init("Two", command: command)], selected: 0, next: nil))
    list.availableCommands = [AvailableCommand(command) { opened += 1 }]
    show(width: 120)
    select("post 1")
    navigator.handle(.character("w"))
    _ = navigator.draw(size: Size(width: 120, height: 40))
    navigator.handle(.mouse(MouseEvent(.press(.left), at: Point(row: 0, column: 15))))
    #expect(opened == 1)
    #expect(navigator.top === list)
  }

  // MARK: - What is drawn

  @Test func `A key draws the pane that it goes to, and no other`() throws {
    show(width: 120)
    select("post 1")
    let detail = try #require(navigator.visibleScreens[1] as? FakeScreen)
    _ = navigator.draw(size: Size(width: 120, height: 40))
    let (before, beside) = (list.areas.count, detail.areas.count)
    navigator.handle(.character("j"))
    _ = navigator.draw(size: Size(width: 120, height: 40))
    #expect(list.areas.count == before + 1)
    #expect(detail.areas.count == beside)
    detail.needsDisplay?()
    _ = navigator.draw(size: Size(width: 120, height: 40))
    #expect(detail.areas.count == beside + 1)
  }

  @Test func `Each pane keeps to its cells, with a line between`() {
    show(width: 120)
    select("post 1")
    let canvas = navigator.draw(size: Size(width: 120, height: 40))
    #expect((2..<38).allSatisfy { canvas[$0, 60].text == "│" })
    #expect(canvas[1, 60].text == "┬")
    #expect(canvas[1, 0].text == "━")
    #expect(canvas[1, 61].text == "─")
    #expect(list.areas.last == Rect(row: 0, column: 0, width: 60, height: 36))
  }

  // MARK: - Whatever happens

  @Test(arguments: 1...40) func `A screen is told that it appears exactly as long as it is to be seen`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for step in 0..<60 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0: navigator.push(screen("cover \(step)"))
      case 1: select("post \(Int.random(in: 0..<4, using: &random))")
      case 2: open("post \(Int.random(in: 0..<4, using: &random))")
      case 3: navigator.pop()
      case 4: navigator.setColumns((0..<Int.random(in: 1...4, using: &random)).map { screen("\(step).\($0)") })
      case 5: navigator.layout = PaneLayout.allCases.randomElement(using: &random) ?? .auto
      case 6: navigator.updateDetail()
      case 7: navigator.handle(.character(["w", "W"].randomElement(using: &random) ?? "w"))
      case 8: navigator.focusColumn(by: Bool.random(using: &random) ? 1 : -1)
      default: show(width: Int.random(in: 20...260, using: &random))
      }
      if let top = navigator.top { #expect(navigator.visibleScreens.contains { $0 === top }) }
      _ = navigator.draw(size: size)
    }
    var appeared: [String: Int] = [:]
    for event in events {
      let words = event.split(separator: " ")
      let name = words.dropLast().joined(separator: " ")
      appeared[name, default: 0] += words.last == "appear" ? 1 : words.last == "disappear" ? -1 : 0
    }
    #expect(appeared.values.allSatisfy { $0 == 0 || $0 == 1 })
    // Two screens of the same name may have been there one after the other, never at the same time.
    #expect(Set(appeared.filter { $0.value == 1 }.keys) == Set(visible))
  }
}
