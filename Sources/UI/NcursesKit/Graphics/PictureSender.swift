import CNcurses
import Glibc

/// Sends pictures without blocking. Before other output, the caller must send the rest of an incomplete sequence.
@MainActor
final class PictureSender {
  /// A separate non-blocking descriptor of the terminal. O_NONBLOCK on the descriptor of curses would affect all
  /// processes that share it, including the shell.
  let descriptor: Int32
  private var unsent: ArraySlice<UInt8> = []

  /// Returns nil if the terminal cannot be opened again.
  init?(to terminal: Int32) {
    var name = [CChar](repeating: 0, count: 256)
    let isOwn = tcgetsid(terminal) == getsid(0)
    guard isOwn || ttyname_r(terminal, &name, name.count) == 0 else { return nil }
    let path =
      isOwn ? "/dev/tty" : String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    descriptor = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
  }

  /// Whether a sequence has been sent partially.
  var hasUnsentBytes: Bool { !unsent.isEmpty }

  /// Removes and returns the rest of the sequence, which the caller must send.
  func takeUnsent() -> [UInt8] {
    defer { unsent = [] }
    return Array(unsent)
  }

  /// Enqueues bytes.
  func add(_ bytes: [UInt8]) { unsent = hasUnsentBytes ? unsent + bytes : bytes[...] }

  /// Sends enqueued bytes.
  /// - Returns: The number of bytes sent; nil if the terminal would block.
  func send() -> Int? {
    var sent = 0
    while !unsent.isEmpty {
      let count = unsent.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        sent += count
        unsent = unsent.dropFirst(count)
      } else if errno == EAGAIN {
        return nil
      } else if errno != EINTR {
        // The terminal has been closed.
        unsent = []
      }
    }
    return sent
  }

  deinit { close(descriptor) }
}
