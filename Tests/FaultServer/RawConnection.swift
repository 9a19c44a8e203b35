import Glibc

/// A connection to a port of this machine, byte by byte.
public final class RawConnection: Sendable {
  private let descriptor: Int32

  /// nil where nobody listens.
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

  /// All that comes until the other side closes.
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
