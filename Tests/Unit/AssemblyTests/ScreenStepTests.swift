import TerminalKit
import Testing

@testable import tern

@Suite struct ScreenStepTests {
  @Test(arguments: [
    ("click:12,3", MouseEvent.Action.press(.left), Point(row: 2, column: 11)),
    ("wheel:up@1,1", .scroll(.up), Point(row: 0, column: 0)),
    ("wheel:down@80,24", .scroll(.down), Point(row: 23, column: 79)),
  ])
  func `Mouse steps have an action and a position`(word: String, action: MouseEvent.Action, position: Point) {
    #expect(ScreenStep(word) == .mouse(action, at: position))
  }

  @Test func `The position of the wheel is optional`() {
    #expect(ScreenStep("wheel:up") == .mouse(.scroll(.up), at: nil))
    #expect(ScreenStep("wheel:down") == .mouse(.scroll(.down), at: nil))
  }

  @Test(arguments: [
    "click:", "click:1", "click:1,", "click:,1", "click:0,1", "click:1,0", "click:-1,2", "click:1,2,3", "wheel:",
    "wheel:left", "wheel:up@", "wheel:up@3", "wheel:down3,4", "click:99999999999999999999,1", "drag:1,2",
  ])
  func `Invalid steps are rejected`(word: String) {
    #expect(ScreenStep(word) == nil)
  }
}
