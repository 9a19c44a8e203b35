import FoundationEssentials

/// Measures the time from a typed key to the bytes that show it, at the end of texts of several lengths in Tern's
/// composer.
public struct TypingBench {
  private let tern: String
  private let lengths: [Int]
  private let presses: Int
  private let workshop: Workshop
  private let printProgress: (String) -> Void

  /// - Parameters:
  ///   - lengths: The lengths of the texts, in characters.
  ///   - presses: The number of keys typed in each text.
  ///   - printProgress: Called with each line of progress.
  public init(tern: String, lengths: [Int], presses: Int, workshop: Workshop, printProgress: @escaping (String) -> Void)
  {
    self.tern = tern
    self.lengths = lengths
    self.presses = presses
    self.workshop = workshop
    self.printProgress = printProgress
  }

  /// The results as a Markdown table, with a line about the machine.
  /// - Throws: `BenchmarkError` if Tern cannot be measured.
  public func run() throws -> String {
    let rows = try lengths.map { length in
      printProgress("a text of \(length) characters")
      let responses = try responses(at: length)
      return [
        length.grouped, Cell.pair(Sample(responses.map(\.first.milliseconds))),
        Cell.pair(Sample(responses.map(\.last.milliseconds))),
        Cell.whole(Sample(responses.map { Double($0.bytes) }).median),
      ]
    }
    let table = Cell.table(["characters", "a typed key", "whole answer", "bytes"], texts: 0, rows)
    let busy = Machine.runnableProcesses.map {
      " The machine was busy: \(Int($0.rounded(.up))) other programs were running."
    }
    return "\(table)\n\(Machine.description).\(busy ?? "")"
  }

  private func responses(at length: Int) throws -> [KeyResponse] {
    let subject = Subject(
      name: "tern", length: length.grouped, posts: 0, command: [tern, "demo", "--account", "ada@demo"],
      firstScreen: .text("Grace", posts: 0))
    let session = try Session(subject, size: .large, workshop: workshop)
    defer { session.end() }
    try session.waitForTimeline()
    _ = try session.press("c", quiet: .milliseconds(500))
    if length > 0 {
      // A bracketed paste.
      _ = try session.press("\u{1B}[200~\(Self.text(of: length))\u{1B}[201~", quiet: .seconds(1))
    }
    var responses: [KeyResponse] = []
    for number in 0..<presses {
      let key = number % 7 == 6 ? " " : "x"
      guard let response = try session.press(key) else {
        throw BenchmarkError("a key in \(length) characters had no response")
      }
      responses.append(response)
    }
    return responses
  }

  /// A text of words and lines.
  private static func text(of length: Int) -> String {
    let line = "The engine weaves algebraic patterns just as the loom weaves flowers and leaves.\n"
    return String(String(repeating: line, count: length / line.count + 1).prefix(length))
  }
}
