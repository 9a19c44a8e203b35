import Foundation
import TerminalKit
import TestSupport
import Testing

@Suite struct DemoTextTests {
  init() { UTF8Locale.set() }

  /// The text of each demo post.
  private static func texts() throws -> [String] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../../Resources/Demo")
    let files = try FileManager.default.contentsOfDirectory(at: root, includingPropertiesForKeys: nil)
    return files.filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }.flatMap { file in
      // Some are damaged on purpose.
      (try? JSONSerialization.jsonObject(with: Data(contentsOf: file))).map(texts) ?? []
    }
  }

  private static func texts(in value: Any) -> [String] {
    if let list = value as? [Any] { return list.flatMap(texts) }
    guard let object = value as? [String: Any] else { return [] }
    return object.values.flatMap(texts) + [object["text"] as? String].compactMap(\.self)
  }

  @Test func `No line of the demo starts or ends with wrong punctuation`() throws {
    let texts = try Self.texts()
    try #require(texts.count > 100)
    for text in texts {
      // A word with its punctuation must fit, including a space before closing punctuation.
      let words = text.split(whereSeparator: \.isWhitespace).map { TextLayout.width(of: String($0)) }
      let starts = Set(text.split(whereSeparator: \.isNewline).compactMap { $0.first { $0 != " " } })
      for width in stride(from: (words.max() ?? 0) + 2, through: 80, by: 1) {
        let lines = TextLayout.wrap(StyledText(text), width: width).map(\.plain).filter { !$0.isEmpty }
        for line in lines {
          #expect(!RandomSentence.startsBadly(line) || line.first.map(starts.contains) == true, "\(width): \(line)")
          #expect(!RandomSentence.endsBadly(line), "\(width): \(line)")
        }
      }
    }
  }
}
