import TerminalKit
import TestSupport
import Testing

@MainActor @Suite struct OpeningViewTests {
  private let navigator = Navigator()

  @Test func `Without a note only the status is shown`() {
    #expect(navigator.draw(size: Size(width: 40, height: 10)).text.split(separator: "\n").first == " Opening…")
    #expect(!navigator.draw(size: Size(width: 40, height: 10)).text.contains("moment"))
  }

  @Test(arguments: [Size(width: 80, height: 24), Size(width: 40, height: 10), Size(width: 20, height: 5)])
  func `A note is shown below until there is a screen`(size: Size) {
    var changes = 0
    navigator.needsDisplay = { changes += 1 }
    navigator.openingNote = "It takes a moment, because all of this is brought into another form."
    #expect(changes == 1)
    let text = navigator.draw(size: size).text
    #expect(text.contains("Opening…"))
    #expect(text.contains("It takes a moment"))
    navigator.push(FakeScreen("first"))
    #expect(!navigator.draw(size: size).text.contains("moment"))
  }
}
