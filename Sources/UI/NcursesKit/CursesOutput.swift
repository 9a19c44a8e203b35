import CNcurses
import Glibc

/// The output of curses to the terminal. Curses flushes at each cursor movement, several times per frame. The output of
/// a frame is collected and written in one piece, so that terminals do not show partial frames.
@MainActor
struct CursesOutput {
  /// The stream for curses: a duplicate of the terminal's descriptor.
  let file: UnsafeMutablePointer<FILE>

  private let terminal: Int32
  /// A memory file that replaces the terminal while a frame is drawn; nil if the system does not support it.
  private let frame: Int32?

  /// Returns nil if no descriptor is available.
  init?(to terminal: Int32) {
    let descriptor = fcntl(terminal, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0, let file = fdopen(descriptor, "w") else { return nil }
    self.file = file
    self.terminal = terminal
    let frame = tern_memory_file()
    self.frame = frame < 0 ? nil : frame
  }

  /// Writes the output of `draw`, with bytes before and after it, in one piece.
  func writeFrame(before: [UInt8] = [], after: [UInt8] = [], _ draw: () -> Void) {
    guard frame != nil else {
      send(before)
      draw()
      return send(after)
    }
    let drawn = record(draw)
    send(before.isEmpty && after.isEmpty ? drawn : before + drawn + after)
  }

  /// Returns the output of `draw` without writing it; empty if it could not be captured and was written.
  func record(_ draw: () -> Void) -> [UInt8] {
    guard let frame, tern_redirect(fileno(file), frame) == 0 else {
      draw()
      return []
    }
    draw()
    tern_redirect(fileno(file), terminal)
    let length = Int(lseek(frame, 0, SEEK_CUR))
    lseek(frame, 0, SEEK_SET)
    return [UInt8](unsafeUninitializedCapacity: length) { bytes, count in
      count = max(0, pread(frame, bytes.baseAddress, length, 0))
    }
  }

  /// Writes all bytes, waiting if necessary. A partial write would leave the terminal inside of an escape sequence.
  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { write(terminal, $0.baseAddress, $0.count) }
      if written > 0 {
        rest = rest.dropFirst(written)
      } else if errno == EAGAIN {
        var state = pollfd(fd: terminal, events: Int16(POLLOUT), revents: 0)
        poll(&state, 1, 1_000)
      } else if errno != EINTR {
        return
      }
    }
  }
}
