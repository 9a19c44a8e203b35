import Foundation
import Glibc

/// A pipe with a name, into which a test writes as much as it wants to be read, and when.
final class FilledPipe {
  let path: String
  private let descriptor: Int32
  private var isOpen = true

  init(at path: String) throws {
    self.path = path
    guard mkfifo(path, 0o600) == 0 else { throw POSIXError(.EEXIST) }
    // For both, so that neither this nor who reads it waits for the other to open it.
    descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw POSIXError(.ENXIO) }
  }

  deinit { end() }

  /// Writes as fast as it is read; returns when all is in the pipe, or nobody reads on.
  /// - Returns: whether it is all in the pipe.
  func write(_ text: some StringProtocol, whileWaiting wait: () async throws -> Void) async throws -> Bool {
    var rest = Array(text.utf8)[...]
    for _ in 0..<10_000 where !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) } else { try await wait() }
    }
    return rest.isEmpty
  }

  /// Who reads it has come to its end.
  func end() {
    if isOpen { close(descriptor) }
    isOpen = false
  }
}
