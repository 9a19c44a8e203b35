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

  @Test func `What follows a selection waits until the answer to the key is on the screen`() {
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

  @Test func `It has been done when the next key comes`() {
    show(width: 120)
    select("post 1")
    navigator.handle(.key(.character("j")))
    list.availableCommands = [
      AvailableCommand(.character("x"), title: "look") { [weak self] in self?.done.append("x") }
    ]
    navigator.handle(.key(.character("x")))
    #expect(done == ["1", "x"])
  }

  @Test func `It does not wait where nothing stands beside the list, nor where nobody tells of the screen`() {
    show(width: 120)
    navigator.handle(.key(.character("j")))
    #expect(done == ["1"])
    select("post 1")
    navigator.deferWorkUntilFlushed = false
    navigator.handle(.key(.character("j")))
    #expect(done == ["1", "1"])
  }

  @Test func `It does not wait where no key has led there`() {
    show(width: 120)
    select("post 1")
    navigator.deferUntilIdle { [weak self] in self?.done.append("2") }
    #expect(done == ["2"])
  }

  @Test func `Hints that are others than before are drawn once the rest is on the screen`() {
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

  @Test func `Another screen is drawn with hints of its own at once`() {
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
