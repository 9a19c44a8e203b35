import FoundationEssentials

/// From a typed key to the bytes that show it, at the end of texts of several lengths in Tern's composer.
public struct TypingBench {
  private let tern: String
  private let lengths: [Int]
  private let presses: Int
  private let workshop: Workshop
  private let say: (String) -> Void

  /// - Parameters:
  ///   - lengths: of the texts, in characters.
  ///   - presses: how many keys are typed in each.
  ///   - say: takes what is going on, a line at a time.
  public init(tern: String, lengths: [Int], presses: Int, workshop: Workshop, say: @escaping (String) -> Void) {
    self.tern = tern
    self.lengths = lengths
    self.presses = presses
    self.workshop = workshop
    self.say = say
  }

  /// A table in Markdown, and where that was measured.
  public func run() throws -> String {
    let rows = try lengths.map { length in
      say("a text of \(length) characters")
      let answers = try answers(at: length)
      return [
        length.grouped, Cell.pair(Sample(answers.map(\.first.milliseconds))),
        Cell.pair(Sample(answers.map(\.last.milliseconds))),
        Cell.whole(Sample(answers.map { Double($0.bytes) }).median),
      ]
    }
    let table = Cell.table(["characters", "a typed key", "whole answer", "bytes"], texts: 0, rows)
    let busy = Machine.crowd.map { " The machine was at work: \(Int($0.rounded(.up))) other programs wanted a core." }
    return "\(table)\n\(Machine.description).\(busy ?? "")"
  }

  private func answers(at length: Int) throws -> [Answer] {
    let subject = Subject(
      name: "tern", length: length.grouped, posts: 0, command: [tern, "demo", "--account", "ada@demo"],
      firstScreen: .text("Grace", posts: 0))
    let session = try Session(subject, size: .large, workshop: workshop)
    defer { session.end() }
    try session.waitForTimeline()
    _ = try session.press("c", quiet: .milliseconds(500))
    if length > 0 {
      // As a terminal hands over what is pasted.
      _ = try session.press("\u{1B}[200~\(Self.text(of: length))\u{1B}[201~", quiet: .seconds(1))
    }
    var answers: [Answer] = []
    for number in 0..<presses {
      let key = number % 7 == 6 ? " " : "x"
      guard let answer = try session.press(key) else {
        throw BenchmarkError("a key in \(length) characters was not answered")
      }
      answers.append(answer)
    }
    return answers
  }

  /// Words and lines, as somebody writes.
  private static func text(of length: Int) -> String {
    let line = "The engine weaves algebraic patterns just as the loom weaves flowers and leaves.\n"
    return String(String(repeating: line, count: length / line.count + 1).prefix(length))
  }
}
