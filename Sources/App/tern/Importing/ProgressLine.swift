import Glibc
import TerminalKit

/// Progress on standard error: on a terminal one line that is overwritten, otherwise one line per second.
@MainActor
final class ProgressLine {
  /// In seconds.
  private let interval: Double
  private let isTerminal: Bool
  private var last: Double?

  init() {
    isTerminal = isatty(STDERR_FILENO) == 1
    interval = isTerminal ? 0.1 : 1
  }

  /// - Parameter text: evaluated only if the line is due.
  func show(_ text: @autoclosure () -> String) {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let now = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    // Not on a terminal: the first line comes after one second.
    guard let last else {
      self.last = isTerminal ? 0 : now
      return isTerminal ? show(text()) : ()
    }
    guard now - last >= interval else { return }
    self.last = now
    let text = TextLayout.sanitized(text())
    let line =
      isTerminal
      ? "\r" + TextLayout.truncate(text, to: (StandardStream.error.columns ?? 80) - 1) + "\u{1B}[K" : text + "\n"
    // Progress is optional; ignore errors.
    _ = try? StandardStream.error.write(raw: line)
  }

  /// Clears the line on a terminal.
  func end() {
    if isTerminal, last != nil { _ = try? StandardStream.error.write(raw: "\r\u{1B}[K") }
  }
}
