import TestSupport
import Testing

@testable import TerminalKit

@MainActor @Suite final class NavigatorShownTests: PaneHarness {
  private var done: [String] = []

  override init() {
    super.init()
    UTF8Locale.set()
    list.availableCommands = [moving("1")]
    navigator.deferWorkUntilFlushed = true
  }

  @Test func `Updates after a selection wait for the frame`() {
    show(width: 120)
    select("post 1")
    navigator.handle(.key(.character("j")))
    #expect(done.isEmpty)
    _ = navigator.draw(size: size)
    #expect(done.isEmpty)
    navigator.prefetchLayout()
    #expect(done == ["1"])
    navigator.prefetchLayout()
    #expect(done == ["1"])
  }

  @Test func `Deferred work is done before the next key`() {
    show(width: 120)
    select("post 1")
    navigator.handle(.key(.character("j")))
    list.availableCommands = [
      AvailableCommand(.character("x"), title: "look") { [weak self] in self?.done.append("x") }
    ]
    navigator.handle(.key(.character("x")))
    #expect(done == ["1", "x"])
  }

  @Test func `Nothing is deferred without a detail or flush notifications`() {
    show(width: 120)
    navigator.handle(.key(.character("j")))
    #expect(done == ["1"])
    select("post 1")
    navigator.deferWorkUntilFlushed = false
    navigator.handle(.key(.character("j")))
    #expect(done == ["1", "1"])
  }

  @Test func `Nothing is deferred without a key`() {
    show(width: 120)
    select("post 1")
    navigator.deferUntilIdle { [weak self] in self?.done.append("2") }
    #expect(done == ["2"])
  }

  @Test func `Changed hints are drawn after the frame`() {
    show(width: 80)
    navigator.prefetchLayout()
    var requests = 0
    navigator.needsDisplay = { requests += 1 }
    list.availableCommands = [moving("1"), AvailableCommand(.character("o"), title: "open", hint: "open") {}]
    _ = bottomRow
    requests = 0
    navigator.prefetchLayout()
    #expect(requests == 1)
    #expect(bottomRow.contains("o open"))
    navigator.prefetchLayout()
    #expect(requests == 1)
  }

  @Test func `Hints of a new screen are drawn immediately`() {
    show(width: 80)
    let other = screen("other")
    other.availableCommands = [AvailableCommand(.character("o"), title: "open", hint: "open") {}]
    navigator.push(other)
    #expect(bottomRow.contains("o open"))
    navigator.pop()
    #expect(!bottomRow.contains("o open"))
  }

  private func moving(_ name: String) -> AvailableCommand {
    AvailableCommand(.character("j"), title: "next") { [weak self] in
      self?.navigator.deferUntilIdle { self?.done.append(name) }
    }
  }
}
