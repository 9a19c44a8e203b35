import Glibc

/// Serves several connections concurrently until a request has the expected query.
struct OAuthCallbackServer: Sendable {
  /// Browsers open connections that they may not use. Beyond this number the oldest one is closed.
  private static let maxConnections = 16
  private static let maxHeadBytes = 16 << 10
  /// The time that a connection has to send its request.
  private static let requestTimeout = Duration.seconds(10)

  private struct Connection {
    let descriptor: Int32
    let end: ContinuousClock.Instant
    var head: [UInt8] = []

    /// - Returns: whether the connection is open and the head not too long.
    mutating func read() -> Bool {
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
      head += bytes.prefix(count)
      return head.count <= OAuthCallbackServer.maxHeadBytes
    }
  }

  private let address: HTTPAddress
  private let accepts: @Sendable ([HTTPAddress.QueryItem]) -> Bool

  init(_ address: HTTPAddress, _ accepts: @escaping @Sendable ([HTTPAddress.QueryItem]) -> Bool) {
    self.address = address
    self.accepts = accepts
  }

  /// Waits, blocking its thread, for the expected request or until `wake` is closed by the other side.
  func outcome(listener: Int32, wake: Int32) -> LoopbackListener.Outcome {
    var connections: [Connection] = []
    defer { for connection in connections { close(connection.descriptor) } }
    while true {
      let sockets = [wake, listener] + connections.map(\.descriptor)
      var polled = sockets.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&polled, nfds_t(polled.count), Self.timeout(connections)) >= 0 || errno == EINTR else {
        return .failure(.noTransport(reason: "Waiting for the browser’s redirect failed."))
      }
      if polled[0].revents != 0 { return .failure(.cancelled) }
      var remaining: [Connection] = []
      for (var connection, socket) in zip(connections, polled.dropFirst(2)) {
        let stays = socket.revents == 0 ? connection.end > .now : connection.read()
        guard stays else {
          close(connection.descriptor)
          continue
        }
        guard let request = LoopbackRequest(connection.head) else {
          remaining.append(connection)
          continue
        }
        let items = request.items(at: address).flatMap { accepts($0) ? $0 : nil }
        LoopbackSocket.respond(connection.descriptor, items == nil ? LoopbackPage.nothing : LoopbackPage.done)
        close(connection.descriptor)
        if let items {
          // Open connections are closed with the others.
          connections = remaining + connections.drop { $0.descriptor != connection.descriptor }.dropFirst()
          return .success(items)
        }
      }
      connections = remaining
      guard polled[1].revents != 0 else { continue }
      guard let descriptor = LoopbackSocket.accepted(listener) else { continue }
      if connections.count >= Self.maxConnections { close(connections.removeFirst().descriptor) }
      connections.append(Connection(descriptor: descriptor, end: .now + Self.requestTimeout))
    }
  }

  /// The time until the next connection expires, in milliseconds; -1 without connections.
  private static func timeout(_ connections: [Connection]) -> Int32 {
    guard let end = connections.map(\.end).min() else { return -1 }
    return Int32(max(0, min((end - .now) / .milliseconds(1), 60_000)).rounded(.up))
  }
}

/// The request of a browser.
struct LoopbackRequest {
  private let method: String
  private let target: Substring
  private let host: String?

  /// nil while the head is incomplete.
  init?(_ head: [UInt8]) {
    let text = String(decoding: head, as: UTF8.self)
    guard let end = text.utf8.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let lines = text[..<end.lowerBound].split(separator: "\r\n", omittingEmptySubsequences: false)
    let words = (lines.first ?? "").split(separator: " ", omittingEmptySubsequences: false)
    method = words.count == 3 && words[2].hasPrefix("HTTP/1.") ? String(words[0]) : ""
    target = words.count == 3 ? words[1] : ""
    let hosts = lines.dropFirst().filter { $0.lowercased().hasPrefix("host:") }
    host = hosts.count == 1 ? hosts.first?.dropFirst(5).filter { $0 != " " && $0 != "\t" } : nil
  }

  /// The query; nil for other requests. The host is checked because a page can resolve a name to this computer (DNS
  /// rebinding).
  func items(at address: HTTPAddress) -> [HTTPAddress.QueryItem]? {
    let path = target.prefix { $0 != "?" }
    guard method == "GET", host == address.authority, path == address.path else { return nil }
    return HTTPAddress.items(of: target[path.endIndex...].dropFirst())
  }
}

enum LoopbackPage {
  static let done = page(
    "200 OK", "Return to the terminal", "You can close this page and return to Tern in the terminal.")
  static let nothing = page("404 Not Found", "Not found", "There is nothing at this address.")

  private static func page(_ status: String, _ title: String, _ text: String) -> [UInt8] {
    let body = """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><title>Tern: \(title)</title>
      <style>body { font: 1.1em sans-serif; max-width: 32em; margin: 4em auto; padding: 0 1em }</style></head>
      <body><h1>\(title)</h1><p>\(text)</p></body></html>

      """
    let head = [
      "HTTP/1.1 \(status)", "Content-Type: text/html; charset=utf-8", "Content-Length: \(body.utf8.count)",
      "Connection: close", "Cache-Control: no-store", "Referrer-Policy: no-referrer", "X-Content-Type-Options: nosniff",
      "Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    ]
    return Array((head + ["", body]).joined(separator: "\r\n").utf8)
  }
}
