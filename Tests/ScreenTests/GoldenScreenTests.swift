import ProgramSupport
import Testing

@Suite("Golden screens")
struct GoldenScreenTests {
  @Test("Each screen in each state looks as it did", arguments: ScreenCase.all, ScreenSize.allCases)
  func golden(screen: ScreenCase, size: ScreenSize) async throws {
    let outcome = try await screen.run(size: size.rawValue)
    try #require(outcome.status == .exited(0), "\(outcome.errors)")
    #expect(outcome.errors.isEmpty)
    let name = screen.goldenName(size)
    if GoldenScreens.isUpdating { return try GoldenScreens.write(outcome.output, to: name) }
    let golden = try #require(GoldenScreens.read(name), "no golden screen \(name); see make screens-update")
    guard golden != outcome.output else { return }
    Issue.record("\(name): `make screens-update` if this is better\n\(difference(golden, outcome.output))")
  }

  @Test("Each screen has exactly as many rows as asked for, none too wide, and nothing that drives a terminal")
  func shape() throws {
    for screen in ScreenCase.all {
      for size in ScreenSize.allCases where !GoldenScreens.isUpdating {
        let golden = try #require(GoldenScreens.read(screen.goldenName(size)))
        let numbers = size.rawValue.split(separator: "x").compactMap { Int($0) }
        let rows = golden.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(rows.count == numbers[1])
        #expect(rows.allSatisfy { !$0.hasSuffix(" ") })
        // Of cells, not of characters: what is wide takes two, what joins takes none.
        let plain = rows.filter { row in row.utf8.allSatisfy { $0 < 0x80 } }
        #expect(plain.allSatisfy { $0.count <= numbers[0] })
        let harmful = golden.unicodeScalars.filter { $0 != "\n" && $0.properties.generalCategory == .control }
        #expect(harmful.isEmpty, "\(screen.goldenName(size))")
        #expect(golden.contains { !$0.isWhitespace }, "a blank screen: \(screen.goldenName(size))")
      }
    }
  }

  @Test("No golden screen is left over")
  func leftOver() throws {
    let expected = Set(ScreenCase.all.flatMap { screen in ScreenSize.allCases.map(screen.goldenName) })
    #expect(expected.count == ScreenCase.all.count * ScreenSize.allCases.count, "two states have one name")
    let extra = GoldenScreens.names(ending: ".txt").subtracting(expected)
    if GoldenScreens.isUpdating { return try extra.forEach(GoldenScreens.remove) }
    #expect(extra.isEmpty)
  }

  private func difference(_ golden: String, _ shown: String) -> String {
    ScreenDifference.text(golden: golden, shown: shown)
  }
}
