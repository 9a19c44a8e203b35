import Glibc

/// Answers browsers, several at once, until one of them brings what is waited for.
struct OAuthCallbackServer: Sendable {
  /// Browsers open connections that they may not use; beyond these, the oldest one is closed.
  private static let most = 16
  private static let longestHead = 16 << 10
  /// How long a connection may take to ask.
  private static let patience = Duration.seconds(10)

  private struct Connection {
    let descriptor: Int32
    let end: ContinuousClock.Instant
    var head: [UInt8] = []

    /// - Returns: whether it is still there, and has not said more than any browser does.
    mutating func read() -> Bool {
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
      head += bytes.prefix(count)
      return head.count <= OAuthCallbackServer.longestHead
    }
  }

  private let address: HTTPAddress
  private let isWanted: @Sendable ([HTTPAddress.QueryItem]) -> Bool

  init(_ address: HTTPAddress, _ isWanted: @escaping @Sendable ([HTTPAddress.QueryItem]) -> Bool) {
    self.address = address
    self.isWanted = isWanted
  }

  /// Waits, on a thread of its own, until there is a visit or `wake` is closed by the other side.
  func outcome(listener: Int32, wake: Int32) -> LoopbackListener.Outcome {
    var visitors: [Connection] = []
    defer { for visitor in visitors { close(visitor.descriptor) } }
    while true {
      let sockets = [wake, listener] + visitors.map(\.descriptor)
      var polled = sockets.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&polled, nfds_t(polled.count), Self.timeout(visitors)) >= 0 || errno == EINTR else {
        return .failure(.noTransport(reason: "The port that a browser was to answer at is gone."))
      }
      if polled[0].revents != 0 { return .failure(.cancelled) }
      var staying: [Connection] = []
      for (var visitor, socket) in zip(visitors, polled.dropFirst(2)) {
        let stays = socket.revents == 0 ? visitor.end > .now : visitor.read()
        guard stays else {
          close(visitor.descriptor)
          continue
        }
        guard let request = LoopbackRequest(visitor.head) else {
          staying.append(visitor)
          continue
        }
        let items = request.items(at: address).flatMap { isWanted($0) ? $0 : nil }
        LoopbackSocket.answer(visitor.descriptor, items == nil ? LoopbackPage.nothing : LoopbackPage.done)
        close(visitor.descriptor)
        if let items {
          // Those that are still waiting are closed with the rest.
          visitors = staying + visitors.drop { $0.descriptor != visitor.descriptor }.dropFirst()
          return .success(items)
        }
      }
      visitors = staying
      guard polled[1].revents != 0 else { continue }
      guard let descriptor = LoopbackSocket.accepted(listener) else { continue }
      if visitors.count >= Self.most { close(visitors.removeFirst().descriptor) }
      visitors.append(Connection(descriptor: descriptor, end: .now + Self.patience))
    }
  }

  /// Until the first one has taken too long; without visitors, for ever.
  private static func timeout(_ visitors: [Connection]) -> Int32 {
    guard let end = visitors.map(\.end).min() else { return -1 }
    return Int32(max(0, min((end - .now) / .milliseconds(1), 60_000)).rounded(.up))
  }
}

/// What a browser asks for.
struct LoopbackRequest {
  private let method: String
  private let target: Substring
  private let host: String?

  /// nil as long as its head is not whole.
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

  /// The query; nil for whoever is wrong here. The host is looked at because a page can give this machine a name of its
  /// own (DNS rebinding).
  func items(at address: HTTPAddress) -> [HTTPAddress.QueryItem]? {
    let path = target.prefix { $0 != "?" }
    guard method == "GET", host == address.authority, path == address.path else { return nil }
    return HTTPAddress.items(of: target[path.endIndex...].dropFirst())
  }
}

enum LoopbackPage {
  static let done = page(
    "200 OK", "Back to the terminal", "Tern has the answer. You can close this page and go back to the terminal.")
  static let nothing = page("404 Not Found", "Nothing here", "There is nothing at this address.")

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
