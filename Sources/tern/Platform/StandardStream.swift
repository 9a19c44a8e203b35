import Foundation
import Glibc
import NcursesKit
import TerminalKit

/// Standard output and standard error, written without a buffer between.
enum StandardStream: Int32 {
  case output = 1
  case error = 2

  /// Opens what is closed: else a file that is opened later would take its place, and take what is printed.
  static func fillGaps() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", O_RDWR)
    }
  }

  /// Has what cannot be written be an error, where it would end the program: nobody reads it any more, or the file is as
  /// long as this process may make one.
  static func makeWritesFail() {
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
  }

  /// Whether it is a terminal that cannot show all of Unicode.
  var isForeign: Bool { isatty(rawValue) == 1 && !Locale.isUTF8 }

  /// How many cells a line of the terminal has; nil where it is none, or does not know.
  var columns: Int? {
    var size = winsize()
    return ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : nil
  }

  /// - Parameter isForeign: where it comes to a terminal through another program: whether that cannot show all of Unicode.
  /// - Returns: whether all of it was taken; a reader that has gone away takes nothing more.
  /// - Throws: where it cannot be written, though somebody wants it: a full disk.
  @discardableResult
  func write(_ text: String, isForeign: Bool? = nil) throws(CommandFailure) -> Bool {
    signal(SIGPIPE, SIG_IGN)
    // A file or a pipe gets what there is, in UTF-8; a terminal what it can show, and no bytes that it might obey.
    var rest = (isForeign ?? self.isForeign ? Locale.bytes(of: text) : Array(text.utf8))[...]
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
  static var variables: [String: String] { ProcessInfo.processInfo.environment }

  /// https://no-color.org: set and not empty.
  static var wantsColor: Bool { variables["NO_COLOR"]?.isEmpty ?? true }

  /// Whether the terminal's background is light, as the environment names it; nil where it names none.
  static var isBackgroundLight: Bool? { Theme.isLight(colorFGBG: variables["COLORFGBG"]) }
}
