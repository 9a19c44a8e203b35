import TerminalKit
import TestSupport

/// Random text with known unbreakable parts, deterministic by seed.
struct RandomSentence {
  private(set) var text = ""
  /// Numbers and addresses in the text.
  private(set) var wholes: [String] = []
  /// The width of the widest unbreakable part.
  private(set) var maxPartWidth = 0

  private static let latin = ["a", "word", "naïve", "don’t", "слово", "مرحبا", "नमस्ते", "e\u{301}t\u{301}"]
  private static let eastern = ["日", "本", "か", "ガ", "한", "글", "🎉", "👩‍💻"]
  private static let small = ["っ", "ゃ", "ー", "ァ", "々", "ヽ"]
  private static let openers = ["(", "[", "¿", "“", "„", "⟨", "¡"]
  private static let closers = [")", "]", ".", ",", "!", "?", ";", ":", "”", "…", "؟", "⟩", "‼"]
  private static let wideOpeners = ["「", "（", "【", "《"]
  private static let wideClosers = ["」", "）", "。", "、", "！", "？", "：", "・", "】", "》"]

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<Int.random(in: 1...30, using: &random) {
      let isEastern = Bool.random(using: &random)
      let opener = Self.some(isEastern ? Self.wideOpeners : Self.openers, &random)
      var closer = Self.some(isEastern ? Self.wideClosers : Self.closers, &random)
      if isEastern, Int.random(in: 0..<4, using: &random) == 0 {
        closer = Self.small.randomElement(using: &random) ?? ""
      }
      // As in French.
      if !closer.isEmpty, Int.random(in: 0..<6, using: &random) == 0 { closer = " " + closer }
      var core = (isEastern ? Self.eastern : Self.latin).randomElement(using: &random) ?? ""
      if !isEastern, Int.random(in: 0..<3, using: &random) == 0 {
        core = UnbreakablePartTests.parts.randomElement(using: &random) ?? ""
        wholes.append(core)
      }
      let part = opener + core + closer
      maxPartWidth = max(maxPartWidth, TextLayout.width(of: part))
      text += part + (isEastern && Bool.random(using: &random) ? "" : " ")
    }
  }

  private static func some(_ marks: [String], _ random: inout SeededGenerator) -> String {
    Int.random(in: 0..<3, using: &random) == 0 ? marks.randomElement(using: &random) ?? "" : ""
  }

  static func startsBadly(_ line: String) -> Bool { (closers + wideClosers + small).contains(where: line.hasPrefix) }
  static func endsBadly(_ line: String) -> Bool { (openers + wideOpeners).contains(where: line.hasSuffix) }
}
