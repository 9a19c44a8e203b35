import TerminalKit
import Testing

@testable import tern

@Suite struct QRCodeEncoderTests {
  @Test(.enabled(if: QRCodeEncoder.isAvailable, "libqrencode is not installed"))
  func `An address is encoded with its three finder patterns`() throws {
    let code = try #require(QRCodeEncoder.encode("https://timeline.example/oauth/authorize?client_id=1"))
    #expect(code.size >= 21 && (code.size - 21) % 4 == 0)
    let lines = code.lines(onLightBackground: true).map(\.plain)
    // The top line of a finder pattern is seven dark modules; the next has dark modules at its ends.
    #expect(lines[1].hasPrefix("  █▀▀▀▀▀█ ") && lines[1].hasSuffix(" █▀▀▀▀▀█  "))
    #expect(QRCodeEncoder.encode(String(repeating: "x", count: 3_000)) == nil)
  }
}
