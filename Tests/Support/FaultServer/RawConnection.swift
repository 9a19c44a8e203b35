import Glibc

/// A raw connection to a local port.
public final class RawConnection: Sendable {
  private let descriptor: Int32

  /// nil if the connection is refused.
  public init?(port: Int) {
    guard let descriptor = Socket.connected(to: port) else { return nil }
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  public func send(_ bytes: [UInt8]) {
    _ = Socket.send(bytes, descriptor)
  }

  /// Reads until the other side closes.
  public func readAll() -> String {
    var bytes: [UInt8] = []
    while let more = Socket.read(descriptor) { bytes += more }
    return String(decoding: bytes, as: UTF8.self)
  }

  public func exchange(_ text: String) -> String {
    send(Array(text.utf8))
    return readAll()
  }
}
