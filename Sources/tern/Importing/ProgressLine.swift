import Glibc
import TerminalKit

/// One line on standard error that says how far something has come: on a terminal it is written over again and again,
/// anywhere else it is one line a second.
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

  /// - Parameter text: asked for only where its turn has come.
  func show(_ text: @autoclosure () -> String) {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let now = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    // Whoever reads lines of a log is told once a second, and first after one.
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
    // Where this cannot be said, there is nobody to say it to.
    _ = try? StandardStream.error.write(line)
  }

  /// Leaves a terminal's line free for what comes next.
  func end() {
    if isTerminal, last != nil { _ = try? StandardStream.error.write("\r\u{1B}[K") }
  }
}
