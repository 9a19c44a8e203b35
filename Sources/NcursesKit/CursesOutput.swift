import CNcurses
import Glibc

/// Curses' way to the terminal. Curses writes wherever it moves the cursor, a dozen times for one key; what makes a
/// frame is gathered here and sent at once, so that no terminal shows half of it.
@MainActor
struct CursesOutput {
  /// What curses writes to: the terminal itself, under a descriptor of its own.
  let file: UnsafeMutablePointer<FILE>

  private let terminal: Int32
  /// A file in memory that takes the terminal's place while a frame is drawn; nil where the system has none.
  private let frame: Int32?

  /// nil where there is no descriptor left.
  init?(to terminal: Int32) {
    let descriptor = fcntl(terminal, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0, let file = fdopen(descriptor, "w") else { return nil }
    self.file = file
    self.terminal = terminal
    let frame = tern_memory_file()
    self.frame = frame < 0 ? nil : frame
  }

  /// Sends what curses writes meanwhile as one piece, with what goes before and after it.
  func gather(before: [UInt8] = [], after: [UInt8] = [], _ draw: () -> Void) {
    guard frame != nil else {
      send(before)
      draw()
      return send(after)
    }
    let drawn = record(draw)
    send(before.isEmpty && after.isEmpty ? drawn : before + drawn + after)
  }

  /// What curses writes meanwhile; nothing where it has been sent already.
  func record(_ draw: () -> Void) -> [UInt8] {
    guard let frame, tern_replace(fileno(file), frame) == 0 else {
      draw()
      return []
    }
    draw()
    tern_replace(fileno(file), terminal)
    let length = Int(lseek(frame, 0, SEEK_CUR))
    lseek(frame, 0, SEEK_SET)
    return [UInt8](unsafeUninitializedCapacity: length) { bytes, count in
      count = max(0, pread(frame, bytes.baseAddress, length, 0))
    }
  }

  /// Sends bytes to their end: what is cut off in the middle would leave the terminal in the middle of a sequence.
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
