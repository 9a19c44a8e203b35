import Foundation
import FoundationXML
import ProgramSupport
import Testing

@Suite("Golden screens")
struct GoldenScreenTests {
  @Test("Each screen looks as before, as text, in colour and as SVG", arguments: ScreenCase.all)
  func golden(screen: ScreenCase) async throws {
    // One run for all sizes and formats, because starting takes most of the time.
    let sizes = screen.sizes.map(\.rawValue).joined(separator: ",")
    let outcome = try await screen.run(size: sizes, format: "text,ansi,svg")
    try #require(outcome.status == .exited(0), "\(outcome.errors)")
    #expect(outcome.errors.isEmpty)
    var rest = outcome.output[...]
    for size in screen.sizes {
      let text = rest.removeLines(size.height)
      expectShape(of: String(text), size: size, screen)
      if screen.goldenSizes.contains(size) { try compare(String(text), with: screen.goldenName(size)) }
      try expectColours(in: rest.removeLines(size.height), over: text)
      let end = try #require(rest.firstRange(of: "</svg>\n"), "\(size.rawValue)")
      expectPicture(rest[..<end.upperBound])
      rest = rest[end.upperBound...]
    }
    #expect(rest.isEmpty)
  }

  private func compare(_ shown: String, with name: String) throws {
    if GoldenScreens.isUpdating { return try GoldenScreens.write(shown, to: name) }
    let golden = try #require(GoldenScreens.read(name), "no golden screen \(name); see make screens-update")
    guard golden != shown else { return }
    Issue.record("\(name): `make screens-update` if this is better\n\(difference(golden, shown))")
  }

  /// Checks that the text is the same and each line ends without attributes.
  private func expectColours(in coloured: Substring, over text: Substring) throws {
    let sequence = /\u{1B}\[[0-9;]*m/
    let lines = coloured.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(
      lines.map { $0.replacing(sequence, with: "").trimmedEnd }
        == text.split(separator: "\n", omittingEmptySubsequences: false).map(\.trimmedEnd))
    #expect(coloured.matches(of: sequence).contains { $0.output.contains("38;5;") })
    for line in lines {
      let last = line.matches(of: sequence).last
      #expect(last == nil || last?.output == "\u{1B}[0m")
    }
  }

  /// Checks that it is an XML document.
  private func expectPicture(_ picture: Substring) {
    #expect(picture.hasPrefix("<svg "))
    #expect(XMLParser(data: Data(picture.utf8)).parse())
  }

  /// Checks the number of rows, their width, and that there are no control characters.
  private func expectShape(of text: String, size: ScreenSize, _ screen: ScreenCase) {
    let name = screen.goldenName(size)
    let rows = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(rows.count == size.height, "\(name)")
    #expect(rows.allSatisfy { !$0.hasSuffix(" ") }, "\(name)")
    // Only ASCII rows are checked, because other characters may take two cells or none.
    let plain = rows.filter { row in row.utf8.allSatisfy { $0 < 0x80 } }
    #expect(plain.allSatisfy { $0.count <= size.width }, "\(name)")
    let harmful = text.unicodeScalars.filter { $0 != "\n" && $0.properties.generalCategory == .control }
    #expect(harmful.isEmpty, "\(name)")
    #expect(text.contains { !$0.isWhitespace }, "a blank screen: \(name)")
  }

  @Test("No golden screen is unused")
  func leftOver() throws {
    let names = ScreenCase.all.flatMap { screen in screen.goldenSizes.map(screen.goldenName) }
    let expected = Set(names)
    #expect(expected.count == names.count, "two states have the same name")
    let extra = GoldenScreens.names(ending: ".txt").subtracting(expected)
    if GoldenScreens.isUpdating { return try extra.forEach(GoldenScreens.remove) }
    #expect(extra.isEmpty)
  }

  private func difference(_ golden: String, _ shown: String) -> String {
    ScreenDifference.text(golden: golden, shown: shown)
  }
}

extension Substring {
  /// Removes and returns the first lines.
  fileprivate mutating func removeLines(_ count: Int) -> Substring {
    var end = startIndex
    for _ in 0..<count { end = self[end...].firstIndex { $0.isNewline }.map(index(after:)) ?? endIndex }
    defer { self = self[end...] }
    return self[..<end]
  }

  fileprivate var trimmedEnd: Substring { self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)] }
}
