import Foundation
import Glibc

/// A named pipe that a test writes to.
final class FilledPipe {
  let path: String
  private let descriptor: Int32
  private var isOpen = true

  init(at path: String) throws {
    self.path = path
    guard mkfifo(path, 0o600) == 0 else { throw POSIXError(.EEXIST) }
    // Open for reading and writing, so that neither side waits for the other.
    descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw POSIXError(.ENXIO) }
  }

  deinit { end() }

  /// Writes as fast as the reader reads, until all is in the pipe or the reader stops.
  /// - Returns: whether all was written.
  func write(_ text: some StringProtocol, whileWaiting wait: () async throws -> Void) async throws -> Bool {
    var rest = Array(text.utf8)[...]
    for _ in 0..<10_000 where !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) } else { try await wait() }
    }
    return rest.isEmpty
  }

  /// Closes the pipe, so that the reader sees the end of its input.
  func end() {
    if isOpen { close(descriptor) }
    isOpen = false
  }
}
