import Domain
import TerminalKit
import TestSupport
import Testing

@testable import Login

@MainActor @Suite struct QRCodeTests {
  /// 8 by 4 cells, more than any real code needs to be recognized here.
  private let code = QRCode(size: 4, modules: (0..<16).map { $0 % 3 == 0 })

  private func lines(_ size: Size, _ qrCode: [StyledText]) -> [String] {
    var canvas = Canvas(size: size)
    let form = ConsentForm(
      ConsentViewModel(host: "h", address: "https://h/a", scopes: "Scopes.", canOpen: false, qrCode: qrCode))
    ServerFormDrawing(in: canvas.bounds, qrCode: qrCode).draw(form, on: &canvas) { _ in }
    return canvas.lines
  }

  init() { UTF8Locale.set() }

  @Test func `Two modules share a cell, with a light border`() {
    let lines = code.lines(onLightBackground: true).map(\.plain)
    #expect(lines.count == code.height && lines.allSatisfy { $0.count == code.width })
    #expect(lines.first == "        " && lines.last == "        ")
    #expect(lines[1] == "  ▀ ▄▀  ")
    #expect(code.lines(onLightBackground: false)[1].spans.allSatisfy { $0.style.attributes.contains(.reverse) })
  }

  @Test(arguments: [
    (Size(width: 60, height: 24), true), (Size(width: 120, height: 12), true), (Size(width: 49, height: 24), false),
    (Size(width: 120, height: 3), false),
  ])
  func `A code is shown where it fits`(size: Size, isShown: Bool) {
    let shown = lines(size, code.lines(onLightBackground: true))
    #expect(shown.contains { $0.contains("▀ ▄▀") } == isShown, "\(shown)")
    #expect(shown.contains { $0.contains("https://h/a") })
    if size.height > 3 { #expect(shown.contains { $0.contains("A larger window") } != isShown) }
  }
}
