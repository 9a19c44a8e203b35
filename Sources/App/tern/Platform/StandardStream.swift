import Foundation
import Glibc
import NcursesKit
import TerminalKit

/// Standard output and standard error, unbuffered.
enum StandardStream: Int32 {
  case output = 1
  case error = 2

  /// Opens closed standard descriptors, so that no file opened later gets their number.
  static func openClosedDescriptors() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", O_RDWR)
    }
  }

  /// Makes failed writes errors instead of ending the program: a closed pipe, or the file size limit.
  static func ignoreWriteSignals() {
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
  }

  /// Whether it is a terminal that cannot show all of Unicode.
  var lacksUnicode: Bool { isatty(rawValue) == 1 && !Locale.isUTF8 }

  /// The width of the terminal in cells; nil if it is not a terminal or its width is unknown.
  var columns: Int? {
    var size = winsize()
    return ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : nil
  }

  /// Writes text. A terminal gets it without control characters, since it may be others'.
  /// - Parameter lacksUnicode: overrides the property, for output that reaches a terminal through a pager.
  /// - Returns: whether all of it was written; false if the reader has closed the pipe.
  @discardableResult
  func write(_ text: String, lacksUnicode: Bool? = nil) throws(CommandFailure) -> Bool {
    try write(raw: Self.shown(text, on: rawValue), lacksUnicode: lacksUnicode)
  }

  /// The text as a descriptor gets it: sanitized for a terminal, unchanged for files and pipes.
  static func shown(_ text: String, on descriptor: Int32) -> String {
    isatty(descriptor) == 1 ? TextLayout.sanitized(text) : text
  }

  /// Writes text with control sequences of Tern's own, in which everything else is sanitized. Otherwise as
  /// `write(_:lacksUnicode:)`.
  @discardableResult
  func write(raw text: String, lacksUnicode: Bool? = nil) throws(CommandFailure) -> Bool {
    signal(SIGPIPE, SIG_IGN)
    // Files and pipes get UTF-8. A terminal gets its own encoding, with characters it cannot show replaced.
    var rest = (lacksUnicode ?? self.lacksUnicode ? Locale.bytes(of: text) : Array(text.utf8))[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(rawValue, $0.baseAddress, $0.count) }
      switch (written, errno) {
      case (1..., _): rest = rest.dropFirst(written)
      case (_, EINTR): continue
      case (_, EAGAIN): wait()
      case (_, EPIPE): return false
      case (_, let error): throw CommandFailure(.outputError, "cannot write: \(String(cString: strerror(error)))")
      }
    }
    return true
  }

  private func wait() {
    var state = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
    poll(&state, 1, -1)
  }
}

/// The environment that Tern was started in.
enum Environment {
  static var variables: [String: String] {
    ProcessInfo.processInfo.environment.merging(NonUTF8Paths.directories) { _, directory in directory }
  }

  /// False if NO_COLOR is set and not empty (https://no-color.org).
  static var allowsColor: Bool { variables["NO_COLOR"]?.isEmpty ?? true }

  /// Whether a browser can show a page to the user: not over SSH, and not without a graphical display unless $BROWSER names
  /// a program.
  static func hasBrowser(_ variables: [String: String]) -> Bool {
    func isSet(_ name: String) -> Bool { variables[name]?.isEmpty == false }
    return !isSet("SSH_CONNECTION") && ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER"].contains(where: isSet)
  }

  /// Whether COLORFGBG says that the background is light; nil if it is not set.
  static var isBackgroundLight: Bool? { Theme.isLight(colorFGBG: variables["COLORFGBG"]) }
}
