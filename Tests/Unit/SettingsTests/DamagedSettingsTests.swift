import Settings
import TerminalKit
import TestSupport
import Testing

@Suite struct DamagedSettingsTests {
  /// A file with every construct of TOML.
  private static let whole = """
    # “remarks” . ' "
    theme = "dark" # a theme
    words = '''
    one
    '''
    more = \"\"\"two\\
      three\"\"\"\"
    [keys]
    "g h" = "refresh"
    "C-d" = false
    '.'."a". b = {x.y = 1, z = [1.5, 2026-11-20T12:00:00Z, {q = 0x1F}], w = inf}
    é = "quit"
    [[tables.many]]
    [tables.many.inner]
    number = -nan
    other = 1e9
    """

  private static let pieces = [
    "\"", "'", "#", ".", "=", "[", "]", "{", "}", ",", "\\", "\n", "\r", "\t", " ", "0", "-", ":", "T", "\u{2028}",
    "\"\"\"", "'''", "[[", "]]", "inf", "nan", "true", "\u{0}", "é", "\\u0000", "0x", "1e",
  ]

  private func damaged(by random: inout SeededGenerator) -> [UInt8] {
    var bytes = Array(Self.whole.utf8)
    for _ in 0...Int.random(in: 0..<6, using: &random) {
      let place = Int.random(in: 0...bytes.count, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0 where place < bytes.count: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.insert(contentsOf: Array((Self.pieces.randomElement(using: &random) ?? "").utf8), at: place)
      case 2: bytes.removeSubrange(place..<min(bytes.count, place + 4))
      case 3:
        let other = Int.random(in: 0...bytes.count, using: &random)
        bytes.insert(contentsOf: Array(bytes[other...].prefix(30)), at: place)
      default: if place > 20 { bytes.removeSubrange(place...) }
      }
    }
    return bytes
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `A damaged file is read or rejected with a message`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let reader = SettingsReader(commands: SampleCommands.all)
    var current = UserSettings()
    current.theme = "light"
    var refused = 0
    for _ in 0..<1_500 {
      let bytes = damaged(by: &random)
      let result = reader.read(bytes, fallback: current)
      let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
      for fault in result.faults {
        #expect(
          !fault.message.isEmpty && !fault.message.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F })
        let position = fault.position
        #expect(position.map { (1...lines + 1).contains($0.line) && $0.column >= 1 } == true, "\(fault)")
      }
      if result.settings == current { refused += 1 }
    }
    #expect(refused > 100 && refused < 1_500)
  }
}
