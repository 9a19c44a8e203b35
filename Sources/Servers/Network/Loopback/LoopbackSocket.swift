import Glibc

/// Sockets of the loopback interface that are not inherited by other programs.
enum LoopbackSocket {
  /// A socket that listens on 127.0.0.1.
  /// - Parameter port: nil for any.
  static func listening(at port: Int? = nil) -> (descriptor: Int32, port: Int)? {
    guard let port = UInt16(exactly: port ?? 0) else { return nil }
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(AF_INET, type, 0)
    guard descriptor >= 0 else { return nil }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    // The port may still be in use by a recent connection, without a listener.
    var reuses: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &reuses, socklen_t(MemoryLayout<Int32>.size))
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listens = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, size) == 0 && listen(descriptor, 16) == 0
          && getsockname(descriptor, address, &size) == 0
      }
    }
    guard listens else {
      close(descriptor)
      return nil
    }
    return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
  }

  static func pair() -> (reader: Int32, writer: Int32)? {
    var descriptors: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &descriptors) == 0 else { return nil }
    return (descriptors[0], descriptors[1])
  }

  static func accepted(_ listener: Int32) -> Int32? {
    let descriptor = accept(listener, nil, nil)
    guard descriptor >= 0 else { return nil }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    return descriptor
  }

  /// Sends what fits into the socket buffer, as a page does, and closes the writing side. Unread data is consumed,
  /// because the response would be lost otherwise.
  static func respond(_ descriptor: Int32, _ bytes: [UInt8]) {
    _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    var rest = [UInt8](repeating: 0, count: 4096)
    _ = recv(descriptor, &rest, rest.count, Int32(MSG_DONTWAIT))
    shutdown(descriptor, Int32(SHUT_WR))
  }
}
