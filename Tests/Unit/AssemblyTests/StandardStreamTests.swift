import Glibc
import Testing

@testable import tern

@Suite struct StandardStreamTests {
  @Test func `A terminal gets no control characters, a file all of them`() throws {
    let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    let file = open("/dev/null", O_WRONLY)
    defer {
      close(terminal)
      close(file)
    }
    try #require(isatty(terminal) == 1 && file >= 0)
    let text = "Account address,Show boosts\neve\u{1B}]52;c;eA==\u{07}@far.example,true\n"
    let shown = StandardStream.shown(text, on: terminal)
    #expect(shown.hasPrefix("Account address,Show boosts\neve"))
    #expect(shown.hasSuffix("@far.example,true\n"))
    #expect(shown.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
    #expect(StandardStream.shown(text, on: file) == text)
  }
}
