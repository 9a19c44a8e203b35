import TerminalKit
import TestSupport
import Testing

@testable import About

@MainActor @Suite struct AboutScreenTests {
  private let navigator = Navigator()

  private func screen(_ width: Int, _ height: Int) -> String {
    navigator.draw(size: Size(width: width, height: height)).text
  }

  init() {
    navigator.setRoot(AboutAssembly.make(version: "1.2.3"))
  }

  @Test(arguments: [
    "Tern 1.2.3", "timeline client for the terminal", "MIT", "ncurses", "SQLite", "GRDB", "libarchive", "zlib",
    "swift-argument-parser",
  ]) func `It says what Tern is and what it stands on`(words: String) {
    #expect(screen(100, 24).contains(words))
  }

  @Test(arguments: [(80, 24, true), (80, 12, false), (30, 24, false), (20, 5, false)])
  func `The bird comes only where there is room for it`(width: Int, height: Int, isThere: Bool) {
    #expect(screen(width, height).contains("(o>") == isThere)
  }

  @Test func `On the smallest screen everything can be scrolled to`() {
    #expect(screen(20, 5).contains("Tern 1.2.3"))
    navigator.handle(.end)
    #expect(screen(20, 5).contains("parser"))
  }
}
