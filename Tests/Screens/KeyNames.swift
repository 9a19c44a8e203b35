import TerminalKit
import TestSupport

@testable import tern

/// Different keys for every command, and a search for standard keys on a screen.
@MainActor
enum KeyNames {
  /// A new key for each standard key. Characters become characters, other keys other keys.
  static let renamed: [Key: Key] = {
    var characters = (UInt32(0x10D0)...0x10F0).compactMap(Unicode.Scalar.init).map { Key.character(Character($0)) }
    for letters in [UInt32(0x0561)...0x0586, 0x0531...0x0556] {
      characters += letters.compactMap(Unicode.Scalar.init).map { .character(Character($0)) }
    }
    var others = (3...24).filter { ![5, 6].contains($0) }.map { Key.function($0) }
    others += (UInt32(0x0561)...0x0586).compactMap(Unicode.Scalar.init).map { .alt(Character($0)) }
    others += Key.Named.allCases.flatMap { [.modified($0, [.shift, .alt]), .modified($0, [.control, .alt])] }
    others += Key.Named.allCases.map { .modified($0, [.shift, .alt, .control]) }
    var renamed: [Key: Key] = [:]
    for key in standard where renamed[key] == nil {
      if case .character = key { renamed[key] = characters.removeFirst() } else { renamed[key] = others.removeFirst() }
    }
    return renamed
  }()

  static let keymap = Keymap(
    custom: Dictionary(
      uniqueKeysWithValues: AppCommands.all.map { command in
        (command.id, command.keys.map { sequence in KeySequence(sequence.keys.map { renamed[$0] ?? $0 }) })
      }))

  private static let standard = AppCommands.all.flatMap(\.keys).flatMap(\.keys)
  private static let labels = Set(standard.map(\.label) + AppCommands.all.flatMap(\.keys).map(\.label))

  /// Words that look like keys: a timeline, articles, words and initials in posts, the network X, “End of posts”.
  private static let words: Set<String> = marks.union([
    "Home", "a", "A", "am", "an", "at", "Up", "Down", "S", "X", "-", "#", "End", "go", "*", "&", "G", "L", "F", "g",
    "ar", "H", "4", "K",
  ])
  /// Buttons and JSON have marks.
  private static let marks: Set<String> = ["[", "]", "4"]
  /// In narrower screens, fragments of words look like keys.
  private static let minWidthOfWords = 40

  /// The standard keys named on a canvas.
  /// - Parameter hasPrompt: whether the last row starts with a prompt.
  static func found(on canvas: Canvas, hasPrompt: Bool) -> [String] {
    keyColumns(of: canvas, hasPrompt: hasPrompt).filter { labels.contains($0) && !marks.contains($0) }
      + (canvas.size.width < minWidthOfWords ? [] : canvas.rows.flatMap(words).filter(labels.contains))
  }

  /// Text drawn like keys, except in the first row, which has titles.
  private static func keyColumns(of canvas: Canvas, hasPrompt: Bool) -> [String] {
    (1..<canvas.size.height).flatMap { row -> [String] in
      let isPrompt = hasPrompt && row == canvas.size.height - 1
      let marked = (0..<canvas.size.width).map { canvas[row, $0].style == .accentBold ? canvas[row, $0].text : "\n" }
      let runs = marked.joined().split(separator: "\n").dropFirst(isPrompt ? 1 : 0)
      return runs.flatMap { $0.split(separator: " ").map(String.init) }
    }
  }

  /// The words of a row that could be keys. Excludes numbers, and “s” after a number.
  private static func words(in row: String) -> [String] {
    let words = row.split(separator: " ").map { word in
      var word = word[...]
      while let last = word.last, ".,:;…”’\")".contains(last) { word.removeLast() }
      while let first = word.first, "“\"(".contains(first) { word.removeFirst() }
      return String(word)
    }
    return zip(words, [""] + words).filter { word, before in
      Int(word) == nil && !self.words.contains(word) && !(word == "s" && Int(before) != nil)
    }.map(\.0)
  }
}
