import CNcurses
import Glibc
import TerminalKit

/// Reads what the terminal sends, without waiting for it but for a moment, and tells time to the parser.
///
/// Curses could read keys, too. It takes a mouse's report for a key of its own where the terminal's type says what one
/// begins with, and lets go of a sequence that comes in pieces.
struct InputReader {
  /// How long it waits for what may belong to what has come. In milliseconds.
  private static let escapeDelay: Int32 = 25
  /// How long Esc waits for an answer that it may begin.
  private static let answerPatience = Duration.milliseconds(300)
  /// What is more is read the next time: somebody may send without an end. In bytes.
  private static let maxBurst = 64 * 1_024

  private let descriptor: Int32
  private var parser: InputParser
  private var lastRead = ContinuousClock.now
  /// Until then Esc may be the beginning of an answer.
  private var answerDeadline: ContinuousClock.Instant?

  init(from descriptor: Int32, keys: KeyCodes) {
    self.descriptor = descriptor
    parser = InputParser(keys: keys)
  }

  /// How long there may be nothing to read before it is to read all the same; nil where that may be for ever.
  var patience: Duration? {
    let release = parser.keepsCharacters ? lastRead + InputParser.silence : nil
    let decision = parser.isUndecided ? answerDeadline : nil
    return [release, decision].compactMap(\.self).min().map { max(.zero, $0 - .now) }
  }

  /// Whether the terminal was asked something, and has not said all that it has to say.
  var expectsAnswer: Bool { parser.expectsAnswer }

  /// The terminal has been asked something. It may answer late, and in pieces.
  mutating func expectAnswer() {
    (parser.expectsAnswer, parser.holdsEscape) = (true, true)
    answerDeadline = .now + Self.answerPatience
  }

  /// Nothing is waited for any more.
  mutating func expectNothing() {
    (parser.expectsAnswer, parser.holdsEscape) = (false, false)
    answerDeadline = nil
  }

  /// What the terminal has answered since the last call.
  mutating func takeAnswers() -> [TerminalResponse] {
    let answers = parser.takeAnswers()
    if answers.contains(where: { if case .attributes = $0 { true } else { false } }) { expectNothing() }
    return answers
  }

  /// All that has come since the last call.
  mutating func readAll() -> [Event] {
    let quiet = ContinuousClock.now - lastRead
    if let deadline = answerDeadline, deadline <= .now {
      // An answer is an answer still.
      parser.holdsEscape = false
      answerDeadline = nil
    }
    var burst = available()
    guard !burst.isEmpty else { return parser.pause() + parser.pause(of: quiet) }
    // Whether a key has come alone shows a moment later.
    if quiet >= InputParser.silence, parser.isInside, isReadable(within: Self.escapeDelay) { burst += available() }
    var events = parser.take(burst, after: quiet)
    var room = Self.maxBurst - burst.count
    while parser.isUndecided, room > 0, isReadable(within: Self.escapeDelay) {
      let more = available()
      guard !more.isEmpty else { break }
      events += parser.take(more)
      room -= more.count
    }
    lastRead = .now
    return room > 0 ? events + parser.pause() : events
  }

  /// What can be read at once.
  private func available() -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < Self.maxBurst, isReadable(within: 0) {
      let part = [UInt8](unsafeUninitializedCapacity: 4_096) { buffer, count in
        count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
      }
      guard !part.isEmpty else { break }
      bytes += part
    }
    return bytes
  }

  private func isReadable(within milliseconds: Int32) -> Bool {
    var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&state, 1, milliseconds) > 0 && state.revents & Int16(POLLIN) != 0
  }
}
