import Domain

/// Finds links, mentions and hashtags in a text.
enum ComposerMarks {
  static func marks(in text: String) -> [ComposerViewModel.Mark] {
    var marks: [ComposerViewModel.Mark] = []
    var byte = 0
    for run in LinkDetector.runs(in: text) {
      let length = run.plain.utf8.count
      switch run {
      case .link: marks.append(.init(bytes: byte..<byte + length, kind: .link))
      case .text(let plain): marks += names(in: plain, from: byte)
      }
      byte += length
    }
    return marks
  }

  /// Finds mentions and hashtags: `@grace`, `#loom`.
  private static func names(in text: String, from first: Int) -> [ComposerViewModel.Mark] {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "#") }) else { return [] }
    var marks: [ComposerViewModel.Mark] = []
    var byte = first
    for word in text.split(omittingEmptySubsequences: false, whereSeparator: \.isWhitespace) {
      let start = first + text.utf8.distance(from: text.startIndex, to: word.startIndex)
      byte = start
      guard let sigil = word.first, sigil == "@" || sigil == "#", word.count > 1 else { continue }
      let name = word.dropFirst().prefix { character in
        character.isLetter || character.isNumber || character == "_" || sigil == "@" && "@.-".contains(character)
      }
      guard !name.isEmpty else { continue }
      byte += 1 + name.utf8.count
      marks.append(.init(bytes: start..<byte, kind: sigil == "@" ? .mention : .tag))
    }
    return marks
  }
}
