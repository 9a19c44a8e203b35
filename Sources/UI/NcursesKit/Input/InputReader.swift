import CNcurses
import Glibc
import TerminalKit

/// Reads terminal input with minimal waiting, and notifies the parser about pauses.
///
/// Curses' own input misreads mouse reports if terminfo defines their prefix, and drops sequences that arrive in
/// pieces.
struct InputReader {
  /// The time to wait for the rest of a sequence, in milliseconds.
  private static let escapeDelay: Int32 = 25
  /// The time for which Esc stays undecided because it may start a response.
  private static let escapeTimeout = Duration.milliseconds(300)
  /// Bytes to read per call, since input may be endless.
  private static let maxBurst = 64 * 1_024

  private let descriptor: Int32
  private var parser: InputParser
  private var lastRead = ContinuousClock.now
  /// Until then Esc may start a response.
  private var escapeDeadline: ContinuousClock.Instant?

  init(from descriptor: Int32, keys: KeyCodes) {
    self.descriptor = descriptor
    parser = InputParser(keys: keys)
  }

  /// Time after which `readAll` must be called without new input; nil if not needed.
  var readTimeout: Duration? {
    let release = parser.hasPendingCharacters ? lastRead + InputParser.silence : nil
    let decision = parser.isUndecided ? escapeDeadline : nil
    return [release, decision].compactMap(\.self).min().map { max(.zero, $0 - .now) }
  }

  /// Whether a response of the terminal is pending.
  var expectsResponse: Bool { parser.expectsResponse }

  /// Prepares for a response, which may be late and split.
  mutating func expectResponse() {
    (parser.expectsResponse, parser.holdsEscape) = (true, true)
    escapeDeadline = .now + Self.escapeTimeout
  }

  /// Stops waiting for responses.
  mutating func cancelExpectation() {
    (parser.expectsResponse, parser.holdsEscape) = (false, false)
    escapeDeadline = nil
  }

  /// Returns and removes the received responses.
  mutating func takeResponses() -> [TerminalResponse] {
    let responses = parser.takeResponses()
    if responses.contains(where: { if case .attributes = $0 { true } else { false } }) { cancelExpectation() }
    return responses
  }

  /// Reads all input since the last call.
  mutating func readAll() -> [Event] {
    let quiet = ContinuousClock.now - lastRead
    if let deadline = escapeDeadline, deadline <= .now {
      // Late responses are still recognised.
      parser.holdsEscape = false
      escapeDeadline = nil
    }
    var burst = available()
    guard !burst.isEmpty else { return parser.pause() + parser.pause(of: quiet) }
    // Whether a key has arrived alone is visible a moment later.
    if quiet >= InputParser.silence, parser.isIncomplete, isReadable(within: Self.escapeDelay) { burst += available() }
    var events = parser.feed(burst, after: quiet)
    var remaining = Self.maxBurst - burst.count
    while parser.isUndecided, remaining > 0, isReadable(within: Self.escapeDelay) {
      let more = available()
      guard !more.isEmpty else { break }
      events += parser.feed(more)
      remaining -= more.count
    }
    lastRead = .now
    return remaining > 0 ? events + parser.pause() : events
  }

  /// Reads what is available without blocking.
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
