import TestSupport
import Testing

@testable import TerminalKit

@Suite("Edited text")
struct EditedTextModelTests {
  private static let typed = [
    "a", "b", " ", "\n", "\t", "é", "\u{301}", "\u{308}", "軌", "か", "\u{3099}", "한", "\u{1112}", "\u{1161}", "\u{11AB}",
    "क", "\u{94D}", "ष", "\u{93F}", "ท", "\u{E35}", "ש", "\u{5B8}", "م", "👩", "\u{200D}", "🚀", "🏽", "🇫", "🇷", "🇯",
    "\u{FE0F}", "\u{20E3}", "1", ".", "\u{202E}", "\u{600}", "👨‍👩‍👧", "1️⃣",
  ]

  @Test("behaves like an array of characters in random steps", arguments: 1...20)
  func model(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var (text, model) = (EditedText(), EditorModel())
    for step in 0..<5_000 {
      perform(Int.random(in: 0..<22, using: &random), on: &text, &model, &random)
      let isSame = text.text == model.text && text.cursor == model.cursor && text.selection == model.selection
      guard isSame && text.end == model.clusters.count else {
        let states = [(text.text, text.cursor, text.end), (model.text, model.cursor, model.clusters.count)].map {
          "\($0)"
        }
        Issue.record(
          "step \(step): \(states) \(String(describing: text.selection)) \(String(describing: model.selection))")
        return
      }
      guard step.isMultiple(of: 50) else { continue }
      #expect(Array(text.text.utf8) == Array(model.text.utf8))
      #expect((0..<text.end).map { text.string($0..<$0 + 1) } == model.clusters.map { String($0) })
    }
  }

  private func perform(
    _ choice: Int, on text: inout EditedText, _ model: inout EditorModel, _ random: inout SeededGenerator
  ) {
    let selects = Int.random(in: 0..<4, using: &random) == 0
    // Short text, so that clusters often merge.
    switch model.clusters.count > 60 ? Int.random(in: 5..<16, using: &random) : choice {
    case 0...3:
      let typed = Self.typed.randomElement(using: &random) ?? "a"
      text.type(typed)
      model.type(typed)
    case 4:
      let pasted = (0..<5).map { _ in Self.typed.randomElement(using: &random) ?? "a" }.joined()
      text.paste(pasted)
      model.type(pasted)
    case 5, 6:
      text.delete(.character, .backward)
      model.delete(-1)
    case 7:
      text.delete(.character, .forward)
      model.delete(1)
    case 8:
      text.kill(.paragraph, .forward)
      model.kill(forward: true)
    case 9:
      text.kill(.paragraph, .backward)
      model.kill(forward: false)
    case 10...12:
      text.move(.character, .backward, selects: selects)
      model.step(-1, selects: selects)
    case 13, 14:
      text.move(.character, .forward, selects: selects)
      model.step(1, selects: selects)
    case 15:
      let place = Int.random(in: -1...70, using: &random)
      text.move(to: place, selects: selects)
      model.move(to: place, selects: selects)
    case 16:
      text.move(.paragraph, .forward, selects: selects)
      model.move(to: model.lineEnd(model.cursor), selects: selects)
    case 17:
      text.move(.paragraph, .backward, selects: selects)
      model.move(to: model.lineStart(model.cursor), selects: selects)
    case 18:
      text.setMark()
      model.setMark()
    case 19:
      text.yank()
      if model.killed.isEmpty {
        model.move(to: model.cursor, selects: model.mark != nil)
      } else {
        model.type(model.killed)
      }
    default:
      let bounds = [0, 1].map { _ in Int.random(in: 0...model.clusters.count, using: &random) }.sorted()
      text.replace(bounds[0]..<bounds[1], with: "xé")
      model.put("xé", in: bounds[0]..<bounds[1])
    }
  }

  @Test(
    "restores each state by undo and redo", arguments: 1...10)
  func undo(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var (text, model) = (EditedText("軌道 e\u{301}\n🇫🇷 "), EditorModel())
    var states = [State(text)]
    for _ in 0..<1_000 {
      perform(Int.random(in: 0..<22, using: &random), on: &text, &model, &random)
      states.append(State(text))
      // Undo some edits and make others.
      if Int.random(in: 0..<20, using: &random) == 0 {
        text.undo()
        #expect(states.contains(State(text)))
        states.append(State(text))
      }
    }
    // After an edit, what was undone before cannot be redone.
    text.replace(0..<0, with: "xé")
    states.append(State(text))
    var taken = [State(text)]
    while text.canUndo {
      text.undo()
      taken.append(State(text))
      #expect(states.contains(State(text)))
    }
    #expect(taken.count > 100)
    #expect(taken.last?.bytes == states.first?.bytes)
    for state in taken.reversed().dropFirst() {
      text.redo()
      #expect(Array(text.text.utf8) == state.bytes)
    }
    #expect(!text.canRedo)
    text.redo()
    #expect(State(text).bytes == taken.first?.bytes)
  }

  private struct State: Equatable {
    let bytes: [UInt8]
    let cursor: Int
    let selection: Range<Int>?

    init(_ text: EditedText) {
      (bytes, cursor, selection) = (Array(text.text.utf8), text.cursor, text.selection)
    }
  }
}
