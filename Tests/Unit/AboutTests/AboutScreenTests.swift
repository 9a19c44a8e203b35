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
  ]) func `The screen shows version, licence and libraries`(words: String) {
    #expect(screen(100, 24).contains(words))
  }

  @Test(arguments: [(80, 24, true), (80, 12, false), (30, 24, false), (20, 5, false)])
  func `The bird is only shown if it fits`(width: Int, height: Int, isShown: Bool) {
    #expect(screen(width, height).contains("(o>") == isShown)
  }

  @Test func `Everything can be reached by scrolling on the smallest screen`() {
    #expect(screen(20, 5).contains("Tern 1.2.3"))
    navigator.handle(.end)
    #expect(screen(20, 5).contains("parser"))
  }
}
