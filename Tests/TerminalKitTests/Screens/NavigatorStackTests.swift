import TerminalKit
import TestSupport
import Testing

@MainActor @Suite final class NavigatorStackTests {
  private let navigator = Navigator()
  private var events: [String] = []

  @Test func `The first screen is loaded and appears`() {
    navigator.setRoot(screen("a"))
    #expect(events == ["a load", "a appear"])
    #expect(navigator.isAtRoot)
    #expect(navigator.top?.title == "a")
  }

  @Test func `A screen that is pushed covers the one before it, which comes back when it goes`() {
    navigator.setRoot(screen("a"))
    navigator.push(screen("b"))
    #expect(!navigator.isAtRoot)
    navigator.pop()
    #expect(events == ["a load", "a appear", "a disappear", "b load", "b appear", "b disappear", "a appear"])
    #expect(navigator.top?.title == "a")
  }

  @Test func `The first screen stays`() {
    navigator.setRoot(screen("a"))
    navigator.pop()
    #expect(events == ["a load", "a appear"])
  }

  @Test func `Without a screen there is nothing to go back to and nothing to trap on`() {
    navigator.pop()
    navigator.handle(.enter)
    _ = navigator.draw(size: Size(width: 80, height: 24))
    #expect(navigator.top == nil)
    #expect(navigator.isAtRoot)
  }

  @Test func `A new first screen takes the place of all others, of which only the one in front was to be seen`() {
    navigator.setRoot(screen("a"))
    navigator.push(screen("b"))
    events = []
    navigator.setRoot(screen("c"))
    #expect(events == ["b disappear", "c load", "c appear"])
    #expect(navigator.isAtRoot)
  }

  @Test func `A screen that comes to the front again is not loaded again`() {
    let first = screen("a")
    navigator.setRoot(first)
    navigator.setRoot(screen("b"))
    events = []
    navigator.setRoot(first)
    #expect(events == ["b disappear", "a appear"])
  }

  @Test func `Whatever changes what is seen asks for it to be drawn`() {
    var count = 0
    navigator.needsDisplay = { count += 1 }
    let first = screen("a")
    navigator.setRoot(first)
    #expect(count == 1)
    navigator.push(screen("b"))
    #expect(count == 2)
    navigator.pop()
    #expect(count == 3)
    navigator.handle(.enter)
    #expect(count == 4)
    first.needsDisplay?()
    #expect(count == 5)
  }

  @Test func `Going back closes the menu that was open`() {
    navigator.setRoot(screen("a"))
    let second = screen("b")
    second.availableCommands = [AvailableCommand(.character("g"), title: "go to", menu: [])]
    navigator.push(second)
    navigator.handle(.character("g"))
    navigator.pop()
    #expect(!navigator.activeBindings.contains { $0.title == "close" })
  }

  private func screen(_ title: String) -> FakeScreen {
    FakeScreen(title) { [weak self] in self?.events.append($0) }
  }
}
