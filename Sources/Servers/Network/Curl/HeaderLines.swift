import Domain

/// The header lines of a request. Names and values cannot contain line ends, so no value can add a field.
struct HeaderLines {
  private static let maxBytes = 64 << 10
  private static let maxFields = 100
  /// Fields that libcurl sets.
  private static let reserved: Set<String> = [
    "host", "content-length", "transfer-encoding", "connection", "user-agent",
  ]

  let lines: [String]

  /// - Throws: `malformed` for invalid fields or a header that is too large.
  init(_ request: HTTPRequest) throws(HTTPError) {
    let host = request.url.host
    var lines: [String] = []
    for field in request.headers.fields {
      guard Self.isToken(field.name), !Self.reserved.contains(field.name.lowercased()), Self.isValue(field.value) else {
        throw .malformed(host: host, reason: "The request has an invalid header.")
      }
      // With a colon, libcurl would omit the empty field.
      lines.append(field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
    }
    if let token = request.token {
      guard !token.revealed.isEmpty, token.revealed.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
        throw .malformed(host: host, reason: "The access token has invalid characters.")
      }
      lines.append("Authorization: Bearer \(token.revealed)")
    }
    // Otherwise libcurl would declare a form, and wait for "100 Continue" before long bodies.
    if request.headers["Content-Type"] == nil { lines.append("Content-Type:") }
    lines.append("Expect:")
    let size = lines.reduce(request.url.absoluteString.utf8.count) { $0 + $1.utf8.count }
    guard size <= Self.maxBytes, lines.count <= Self.maxFields else {
      throw .malformed(host: host, reason: "The request header is too large.")
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
