import Foundation

/// A connection to a `FaultServer`.
struct FaultConnection {
  private static let maxBytes = 64 << 20

  private let descriptor: Int32
  private var input: [UInt8] = []

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// nil if the client has disconnected.
  /// - Parameter maxBodyBytes: the maximum length that is read of the body.
  mutating func readRequest(_ number: Int, maxBodyBytes: Int) -> SeenRequest? {
    let blank = Array("\r\n\r\n".utf8)
    var end = Socket.index(of: blank, in: input)
    while end == nil {
      guard input.count < 1 << 20, let more = Socket.read(descriptor) else { return nil }
      input += more
      end = Socket.index(of: blank, in: input)
    }
    guard let end else { return nil }
    let lines = String(decoding: input[..<end], as: UTF8.self).components(separatedBy: "\r\n")
    input.removeFirst(end + blank.count)
    let words = (lines.first ?? "").split(separator: " ")
    guard words.count >= 2 else { return nil }
    let headers = lines.dropFirst().compactMap { line -> (name: String, value: String)? in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      return (line[..<colon].lowercased(), line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
    }
    let length = headers.last { $0.name == "content-length" }.flatMap { Int($0.value) } ?? 0
    guard (0...Self.maxBytes).contains(length) else { return nil }
    let wanted = min(length, maxBodyBytes)
    while input.count < wanted {
      guard let more = Socket.read(descriptor) else { return nil }
      input += more
    }
    let body = Array(input.prefix(wanted))
    input.removeFirst(wanted)
    return SeenRequest(
      method: String(words[0]), target: String(words[1]), headers: headers, body: body, connection: number)
  }

  /// - Returns: whether the connection continues.
  func play(_ step: FaultStep, for request: SeenRequest) -> Bool {
    switch step {
    case .respond(let status, let headers, let body):
      let fields = (headers + [("Content-Length", "\(body.utf8.count)")]).map { "\($0): \($1)\r\n" }.joined()
      return Socket.send(Array("HTTP/1.1 \(status) X\r\n\(fields)\r\n\(body)".utf8), descriptor)
    case .text(let text): return Socket.send(Array(text.utf8), descriptor)
    case .generated(let text): return Socket.send(Array(text().utf8), descriptor)
    case .bytes(let bytes): return Socket.send(bytes, descriptor)
    case .drip(let text, let seconds):
      return text.utf8.allSatisfy { byte in
        Thread.sleep(forTimeInterval: seconds)
        return Socket.send([byte], descriptor)
      }
    case .delay(let seconds):
      Thread.sleep(forTimeInterval: seconds)
      return true
    case .endless(let bytes):
      while Socket.send(bytes, descriptor) {}
      return false
    case .silence:
      while Socket.read(descriptor) != nil {}
      return false
    case .drain:
      var limit = timeval(tv_sec: 0, tv_usec: 300_000)
      setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
      while Socket.read(descriptor) != nil {}
      return true
    case .close:
      shutdown(descriptor, Int32(SHUT_RDWR))
      return false
    case .reset:
      var abrupt = linger(l_onoff: 1, l_linger: 0)
      setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &abrupt, socklen_t(MemoryLayout<linger>.size))
      return false
    case .forward(let port, let losingResponse):
      guard let response = Self.response(of: port, to: request), !losingResponse else { return false }
      _ = Socket.send(response, descriptor)
      shutdown(descriptor, Int32(SHUT_RDWR))
      return false
    }
  }

  private static func response(of port: Int, to request: SeenRequest) -> [UInt8]? {
    guard let other = Socket.connected(to: port) else { return nil }
    defer { Glibc.close(other) }
    let headers = request.headers.filter { $0.name != "connection" } + [("connection", "close")]
    let head = "\(request.method) \(request.target) HTTP/1.1\r\n"
    let fields = headers.map { "\($0.name): \($0.value)\r\n" }.joined()
    guard Socket.send(Array("\(head)\(fields)\r\n".utf8) + request.body, other) else { return nil }
    var response: [UInt8] = []
    while response.count < maxBytes, let more = Socket.read(other) { response += more }
    return response
  }
}
