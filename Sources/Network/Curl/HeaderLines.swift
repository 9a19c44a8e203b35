import Domain

/// The fields of a request as they are sent. Nothing in them ends a line: a name or a value that came from elsewhere
/// adds no field of its own.
struct HeaderLines {
  private static let mostBytes = 64 << 10
  private static let mostFields = 100
  /// What libcurl says itself, and which nobody is to say differently.
  private static let reserved: Set<String> = [
    "host", "content-length", "transfer-encoding", "connection", "user-agent",
  ]

  let lines: [String]

  /// - Throws: `malformed` for what no header may hold, and for more than a server would take.
  init(_ request: HTTPRequest) throws(HTTPError) {
    let host = request.url.host
    var lines: [String] = []
    for field in request.headers.fields {
      guard Self.isToken(field.name), !Self.reserved.contains(field.name.lowercased()), Self.isValue(field.value) else {
        throw .malformed(host: host, reason: "A request had a header that no request may have.")
      }
      // With a colon, libcurl would leave the field out.
      lines.append(field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
    }
    if let token = request.token {
      guard !token.revealed.isEmpty, token.revealed.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
        throw .malformed(host: host, reason: "The token holds what no token may.")
      }
      lines.append("Authorization: Bearer \(token.revealed)")
    }
    // libcurl would say that it is a form, and ask long bodies for leave.
    if request.headers["Content-Type"] == nil { lines.append("Content-Type:") }
    lines.append("Expect:")
    let size = lines.reduce(request.url.absoluteString.utf8.count) { $0 + $1.utf8.count }
    guard size <= Self.mostBytes, lines.count <= Self.mostFields else {
      throw .malformed(host: host, reason: "A request was longer than any server takes.")
    }
    self.lines = lines
  }

  /// RFC 9110, 5.6.2.
  static func isToken(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "!#$%&'*+-.^_`|~".utf8.contains($0)
        }
      }
  }

  private static func isValue(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
  }
}
