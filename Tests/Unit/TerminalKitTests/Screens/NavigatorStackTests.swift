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

  @Test func `A pushed screen covers the previous one until popped`() {
    navigator.setRoot(screen("a"))
    navigator.push(screen("b"))
    #expect(!navigator.isAtRoot)
    navigator.pop()
    #expect(events == ["a load", "a appear", "a disappear", "b load", "b appear", "b disappear", "a appear"])
    #expect(navigator.top?.title == "a")
  }

  @Test func `The root screen cannot be popped`() {
    navigator.setRoot(screen("a"))
    navigator.pop()
    #expect(events == ["a load", "a appear"])
  }

  @Test func `An empty stack is safe`() {
    navigator.pop()
    navigator.handle(.enter)
    _ = navigator.draw(size: Size(width: 80, height: 24))
    #expect(navigator.top == nil)
    #expect(navigator.isAtRoot)
  }

  @Test func `A new root replaces all screens, and only the visible one disappears`() {
    navigator.setRoot(screen("a"))
    navigator.push(screen("b"))
    events = []
    navigator.setRoot(screen("c"))
    #expect(events == ["b disappear", "c load", "c appear"])
    #expect(navigator.isAtRoot)
  }

  @Test func `A screen is loaded only once`() {
    let first = screen("a")
    navigator.setRoot(first)
    navigator.setRoot(screen("b"))
    events = []
    navigator.setRoot(first)
    #expect(events == ["b disappear", "a appear"])
  }

  @Test func `Visible changes request a redraw`() {
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

  @Test func `Going back closes an open menu`() {
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
