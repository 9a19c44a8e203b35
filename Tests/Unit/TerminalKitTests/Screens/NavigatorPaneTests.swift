import TestSupport
import Testing

@testable import TerminalKit

@MainActor @Suite final class NavigatorPaneTests: PaneHarness {
  // MARK: - List and detail

  @Test func `The selection is shown beside the list if it fits`() {
    show(width: 109)
    #expect(visible == ["list"])
    show(width: 110)
    #expect(visible == ["list", "nothing"])
    select("post 1")
    #expect(visible == ["list", "post 1"])
    #expect(navigator.top === list)
  }

  @Test func `Without space no detail is created`() {
    show(width: 80)
    select("post 1")
    #expect(createdCount == 0)
    #expect(visible == ["list"])
    show(width: 120)
    #expect(createdCount == 1)
    #expect(visible == ["list", "post 1"])
  }

  @Test func `A new selection is shown after an update`() {
    show(width: 120)
    select("post 1")
    #expect(select("post 2"))
    #expect(visible == ["list", "post 1"])
    navigator.updateDetail()
    #expect(visible == ["list", "post 2"])
    #expect(events.suffix(3) == ["post 1 disappear", "post 2 load", "post 2 appear"])
  }

  @Test func `Opening the detail focuses it, and going back keeps it`() {
    show(width: 120)
    select("post 1")
    let beside = navigator.visibleScreens[1]
    clearEvents()
    open("post 1")
    #expect(navigator.top === beside)
    navigator.pop()
    #expect(navigator.top === list)
    #expect(navigator.visibleScreens[1] === beside)
    #expect(events.isEmpty)
    #expect(createdCount == 1)
  }

  @Test func `A screen opened from the detail replaces it until closed`() {
    show(width: 120)
    select("post 1")
    open("post 1")
    open("post 2")
    #expect(visible == ["list", "post 2"])
    navigator.pop()
    #expect(visible == ["list", "post 1"])
    #expect(navigator.top?.title == "post 1")
  }

  @Test func `A pinned detail stays beside the list and can be returned to`() {
    show(width: 120)
    select("post 1")
    navigator.showDetail("letter", isPinned: true) { make("letter") }
    let letter = navigator.top
    navigator.performInRoot(Command("nothing", "nothing", keys: []))
    #expect(navigator.top === list)
    #expect(!select("post 2"))
    navigator.updateDetail()
    #expect(visible == ["list", "letter"])
    // It is hidden without space, and reappears with it.
    show(width: 80)
    #expect(visible == ["list"])
    #expect(bottomRow.contains("w returns to letter"))
    show(width: 20)
    #expect(bottomRow.contains("w returns"))
    show(width: 80)
    #expect(focusAfter("w") == "letter")
    #expect(!bottomRow.contains("returns"))
    navigator.performInRoot(Command("nothing", "nothing", keys: []))
    show(width: 120)
    #expect(!bottomRow.contains("returns"))
    navigator.showDetail("letter", isPinned: true) { make("another") }
    #expect(navigator.top === letter)
    navigator.pop()
    #expect(visible == ["list", "post 2"])
  }

  @Test func `Screens below a pinned detail reappear after it`() {
    show(width: 120)
    select("post 1")
    open("post 1")
    let post = navigator.top
    navigator.showDetail("letter", isPinned: true) { make("letter") }
    navigator.performInRoot(Command("nothing", "nothing", keys: []))
    #expect(visible == ["list", "letter"])
    navigator.showDetail("letter", isPinned: true) { make("another") }
    navigator.removeDetail("letter")
    #expect(navigator.top === post)
    navigator.showDetail("letter", isPinned: true) { make("letter") }
    navigator.performInRoot(Command("nothing", "nothing", keys: []))
    // When it is closed from the list, the selection is shown.
    navigator.removeDetail("letter")
    #expect(navigator.top === list)
    #expect(navigator.visibleScreens.last === post)
  }

  @Test func `An opened detail replaces a pinned one and notifies it`() {
    show(width: 120)
    navigator.showDetail("letter", isPinned: true) { make("letter") }
    navigator.performInRoot(Command("nothing", "nothing", keys: []))
    clearEvents()
    open("post 1")
    #expect(visible == ["list", "post 1"])
    #expect(events.first == "letter disappear")
  }

  @Test func `Resizing keeps the focus`() {
    show(width: 80)
    select("post 1")
    open("post 1")
    let opened = navigator.top
    clearEvents()
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

  @Test func `The selection appears when there is space again`() {
    show(width: 120)
    select("post 1")
    show(width: 80)
    select("post 2")
    show(width: 120)
    #expect(visible == ["list", "post 2"])
  }

  @Test func `The detail pane is empty if the item is gone`() {
    show(width: 80)
    _ = navigator.select(Selection(id: "gone") { nil })
    show(width: 120)
    #expect(visible == ["list", "nothing"])
  }

  @Test func `The detail pane is empty after the list has lost its selection behind a detail`() {
    show(width: 120)
    select("post 1")
    open("profile")
    _ = navigator.select(nil)
    navigator.pop()
    #expect(visible == ["list", "nothing"])
  }

  @Test func `The detail pane is empty after the list has lost its selection without panes`() {
    show(width: 120)
    select("post 1")
    show(width: 80)
    _ = navigator.select(nil)
    show(width: 120)
    #expect(visible == ["list", "nothing"])
  }

  @Test func `All work that is deferred until a frame is drawn is done, in order`() {
    navigator.deferWorkUntilFlushed = true
    show(width: 120)
    select("post 1")
    var done: [Int] = []
    list.availableCommands = [
      AvailableCommand(.character("x"), title: "x") { [navigator] in
        navigator.deferUntilIdle { done.append(1) }
        navigator.deferUntilIdle { done.append(2) }
      }
    ]
    navigator.handle(.key(.character("x")))
    #expect(done == [])
    navigator.prefetchLayout()
    #expect(done == [1, 2])
  }

  @Test func `Losing the focus closes a field`() {
    show(width: 120)
    select("post 1")
    list.focusedField = TextField()
    navigator.showDetail("post 1") { make("post 1") }
    #expect(list.endEditingCalls == 1)
  }

  @Test func `A screen that covers all others gets all space`() {
    show(width: 200)
    select("post 1")
    navigator.push(screen("help"))
    #expect(visible == ["help"])
    navigator.pop()
    #expect(visible == ["sidebar", "list", "post 1"])
  }

  @Test func `Setting the same root keeps the selected detail`() {
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
  func `Panes are neither too narrow nor too wide`(width: Int, percent: Int) {
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

  @Test func `A root that is not a list has no other panes`() {
    show(width: 200)
    navigator.setRoot(screen("login"))
    #expect(visible == ["login"])
    select("post 1")
    #expect(visible == ["login"])
  }

  @Test func `A single layout shows a single screen`() {
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

  // MARK: - Focus

  @Test func `The focus cycles through panes`() {
    show(width: 200)
    select("post 1")
    #expect(focusAfter("w") == "post 1")
    #expect(focusAfter("w") == "sidebar")
    #expect(focusAfter("w") == "list")
    #expect(focusAfter("W") == "sidebar")
    navigator.handle(.escape)
    #expect(navigator.top === list)
  }

  @Test func `Next to a sidebar, which lists all tabs, the header names only the selected one`() {
    list.header = ScreenHeader(.tabs([.init("Home"), .init("Mentions")], selected: 0, next: nil), account: "Ada")
    show(width: 200)
    #expect(topRow.contains("Home") && !topRow.contains("Mentions"))
    show(width: 120)
    #expect(topRow.contains("Home") && topRow.contains("Mentions"))
  }

  @Test func `A sidebar that is hidden loses the focus`() {
    show(width: 200)
    navigator.handle(.character("W"))
    #expect(navigator.top?.title == "sidebar")
    show(width: 120)
    #expect(navigator.top === list)
    #expect(navigator.isAtRoot)
  }

  @Test func `Bottom line and keys belong to the focused pane`() {
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

  @Test func `A click focuses a pane and acts there`() throws {
    show(width: 120)
    var clicks = 0
    select("post 1")
    let detail = try #require(navigator.visibleScreens[1] as? FakeScreen)
    detail.regions = [MouseRegion(Rect(row: 0, column: 0, width: 10, height: 1), .click { clicks += 1 })]
    detail.needsDisplay?()
    _ = navigator.draw(size: Size(width: 120, height: 40))
    navigator.handle(.mouse(MouseEvent(.press(.left), at: Point(row: 2, column: 61))))
    #expect(navigator.top === detail)
    #expect(clicks == 1)
    // A click outside of regions only focuses.
    _ = navigator.draw(size: Size(width: 120, height: 40))
    navigator.handle(.mouse(MouseEvent(.press(.left), at: Point(row: 20, column: 5))))
    #expect(navigator.top === list)
  }

  @Test func `A click into an editor focuses its pane and sets the cursor`() throws {
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

  @Test func `The wheel scrolls without changing the focus`() throws {
    show(width: 120)
    var turned = 0
    select("post 1")
    let detail = try #require(navigator.visibleScreens[1] as? FakeScreen)
    detail.regions = [MouseRegion(Rect(row: 0, column: 0, width: 59, height: 30), .scroll { turned += $0 })]
    detail.needsDisplay?()
    _ = navigator.draw(size: Size(width: 120, height: 40))
    navigator.handle(.mouse(MouseEvent(.scroll(.down), at: Point(row: 10, column: 80))))
    #expect(turned == 1)
    #expect(navigator.top === list)
  }

  @Test func `A click on the header belongs to the list`() {
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

  // MARK: - Drawing

  @Test func `A key redraws only its pane`() throws {
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

  @Test func `Panes are separated by a line`() {
    show(width: 120)
    select("post 1")
    let canvas = navigator.draw(size: Size(width: 120, height: 40))
    #expect((2..<38).allSatisfy { canvas[$0, 60].text == "│" })
    #expect(canvas[1, 60].text == "┬")
    #expect(canvas[1, 0].text == "━")
    #expect(canvas[1, 61].text == "─")
    #expect(list.areas.last == Rect(row: 0, column: 0, width: 60, height: 36))
  }

  // MARK: - Random operations

  @Test(arguments: 1...40) func `A screen is notified exactly when its visibility changes`(seed: UInt64) {
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
    // Screens with the same name may exist successively, but not at the same time.
    #expect(Set(appeared.filter { $0.value == 1 }.keys) == Set(visible))
  }
}
