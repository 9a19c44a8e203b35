import CNcurses
import Glibc

/// Sends pictures as far as the terminal takes them at once: it never waits. What has been begun and is in the way of
/// something else is sent to the end of its sequence by whoever sends that.
@MainActor
final class PictureSender {
  /// The terminal once more, which is not to wait: what is set of the one that curses writes to would be set for all that
  /// have it, the shell too.
  let descriptor: Int32
  private var unsent: ArraySlice<UInt8> = []

  /// nil where the terminal cannot be opened a second time.
  init?(to terminal: Int32) {
    var name = [CChar](repeating: 0, count: 256)
    let isOwn = tcgetsid(terminal) == getsid(0)
    guard isOwn || ttyname_r(terminal, &name, name.count) == 0 else { return nil }
    let path =
      isOwn ? "/dev/tty" : String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    descriptor = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
  }

  /// Whether a sequence has been begun.
  var isInside: Bool { !unsent.isEmpty }

  /// What is left of the sequence that has been begun: from now on it is the caller's to send.
  func takeUnsent() -> [UInt8] {
    defer { unsent = [] }
    return Array(unsent)
  }

  /// What is to be sent next, after what has been begun.
  func add(_ bytes: [UInt8]) { unsent = isInside ? unsent + bytes : bytes[...] }

  /// Sends what the terminal takes.
  /// - Returns: how much that was; nil where it takes no more at the moment.
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
        // There is no terminal any more.
        unsent = []
      }
    }
    return sent
  }

  deinit { close(descriptor) }
}
