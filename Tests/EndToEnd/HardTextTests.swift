import Foundation
import ProgramSupport
import Testing

/// Text that terminals draw differently, in a file with JSON escapes and invalid UTF-8.
@Suite("Text that is hard to draw", .needsTerminal, .endsInTime)
struct HardTextTests {
  private static let texts: [(name: String, json: String)] = [
    ("families", "👨‍👩‍👧‍👦|👩‍❤️‍💋‍👩|🧑🏽‍🤝‍🧑🏿|🏳️‍🌈|"),
    ("flags", "🇯🇵|🇫🇷🇩🇪|🇺|🏴󠁧󠁢󠁥󠁮󠁧󠁿|"),
    ("keycaps", "1️⃣|#️⃣|*⃣|9⃣️|"),
    ("skin tones", "👍🏽|👋🏿👋🏻|🏾|a🏼|☝🏿|"),
    ("variations", "❤️|❤︎|⌚︎|⌚️|☺️|字︀|"),
    ("jamo", "\\u1112\\u1161\\u11ab|\\u1100\\u1161|\\u1161|\\u11a8|\\u1140\\u11a3|\\ua960\\ud7b0|"),
    ("conjuncts", "क्षि|स्त्री|ক্ষ|க்ஷ|ක්‍ෂ|ശ്രീ|"),
    ("marks", "Z\(String(repeating: "\\u0321\\u0315\\u0489\\u20dd", count: 25))|é|\\u0301|x\\u0338|"),
    ("Thai and Tibetan", "ที่นี่|น้ำ|རྒྱལ|"),
    ("Arabic", "مرحبا بالعالم|مُحَمَّد|\\u0600١٢|﷽|"),
    ("Hebrew", "שלום עולם|שָׁלוֹם|"),
    ("overrides", "abc\\u202egnp.exe\\u202c|\\u2067x\\u2069|\\u061c|\\u200f|"),
    ("lone surrogates", "\\ud800|\\udc00|\\ud83d|\\ude00\\ud83d|"),
    ("controls", "a\\u0000b|\\u001b[31m|\\u009b2J|\\u007f|\\u0007|\\u0085|\\u2028|"),
    ("invisible", "\\u200b|\\u200d|\\u2060|\\ufeff|\\u00ad|\\u034f|\\u115f|\\u3164|\\ufff9|"),
    ("unassigned", "\\ue000|\\ud83e\\udee8|\\u0378|\\ufffe|\\udbff\\udfff|"),
    ("half and full width", "ｶﾞｯｺｳ|ＡＢＣ|￥|　|ﾡ|"),
  ]

  private func write(to folder: TemporaryFolder) throws {
    let posts = Self.texts.map { name, json in
      #"{"id": "\#(name)", "author": {"handle": "hard"}, "text": "\#(name) |\#(json) after"}"#
    }
    var data = Data((posts.joined(separator: "\n") + "\n").utf8)
    data += Data(#"{"id": "bytes", "author": {"handle": "hard"}, "text": "bytes |"#.utf8)
    data += Data([0xFF, 0x7C, 0xC3, 0x7C, 0xED, 0xA0, 0x80, 0x7C, 0xF0, 0x9F, 0x92, 0x7C, 0xC0, 0x80])
    data += Data(#"| after"}"#.utf8)
    try data.write(to: URL(fileURLWithPath: folder.path(of: "posts")))
  }

  @Test("The terminal shows the same cells as tern screen", arguments: [(80, 60), (40, 90)])
  func screen(width: Int, height: Int) async throws {
    let folder = TemporaryFolder()
    try write(to: folder)
    let expected = try await Tern.run(
      ["screen", "posts", "--size", "\(width)x\(height)"], environment: ["LC_ALL": "C.UTF-8"], in: folder.path)
    try #require(expected.status == .exited(0), "\(expected.errors)")
    let lines = Self.lines(expected.output)
    for (name, _) in Self.texts {
      #expect(lines.contains { $0.contains("\(name) |") }, "\(name) is not on the screen")
    }
    try await Terminal.open(["posts"], size: (width, height), folder: folder) { terminal in
      try await terminal.see("the same cells as\n\(expected.output)") { Self.lines($0) == lines }
    }
  }

  /// The lines without trailing spaces, which tmux omits.
  private static func lines(_ screen: String) -> [String] {
    screen.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      String(line.reversed().drop { $0 == " " }.reversed())
    }
  }
}
