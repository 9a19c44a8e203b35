/// The address of a request: `https://host[:port]/path?query`, or `http` to this computer.
public struct HTTPAddress: Hashable, Sendable {
  public let scheme: Scheme
  /// In lower case and ASCII; IPv6 in square brackets.
  public let host: String
  /// nil: the default of the scheme.
  public let port: Int?
  /// Starts with a slash. Invalid characters are escaped when sent; existing escapes such as `%2F` stay.
  public var path: String
  /// Unescaped names and values.
  public var query: [QueryItem]

  public enum Scheme: String, Sendable { case http, https }

  public struct QueryItem: Hashable, Sendable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  init(scheme: Scheme, host: String, port: Int?, path: String, query: [QueryItem]) {
    self.scheme = scheme
    self.host = host
    self.port = port
    self.path = path
    self.query = query
  }
}

extension HTTPAddress {
  /// The address as sent: visible ASCII only.
  public var absoluteString: String {
    let query = query.isEmpty ? "" : "?" + query.map(\.escaped).joined(separator: "&")
    return origin + PercentEscapes.escapingPath(path.hasPrefix("/") ? path : "/" + path) + query
  }

  /// Scheme, host and port: `https://timeline.example:8443`.
  public var origin: String { "\(scheme.rawValue)://\(authority)" }

  /// Host and port: `timeline.example:8443`.
  public var authority: String { port.map { "\(host):\($0)" } ?? host }

  /// `port`, or the default of the scheme.
  public var effectivePort: Int { port ?? scheme.port }

  /// Whether the host is this computer: `localhost` or a loopback address.
  public var isLoopback: Bool { Self.isLoopback(host) }

  /// Whether the host is public by its name or address: neither this computer nor a private network. A name may still
  /// resolve to any address.
  public var isPublic: Bool { Self.isPublic(host) }

  public func isSameOrigin(as other: HTTPAddress) -> Bool { origin == other.origin }

  /// Another path on the same server: `address.at("api", "v1", "timelines", "tag", tag)`.
  /// - Parameters:
  ///   - segments: the path segments, unescaped.
  ///   - query: unescaped names and values.
  public func at(_ segments: String..., query: [QueryItem] = []) -> HTTPAddress { at(segments, query: query) }

  /// Another path on the same server, from a list of unescaped segments.
  public func at(_ segments: [String], query: [QueryItem] = []) -> HTTPAddress {
    let path = segments.map { "/" + PercentEscapes.escapingSegment($0) }.joined()
    return HTTPAddress(scheme: scheme, host: host, port: port, path: path.isEmpty ? "/" : path, query: query)
  }
}

extension HTTPAddress.Scheme {
  var port: Int { self == .https ? 443 : 80 }
}

extension HTTPAddress.QueryItem {
  var escaped: String { "\(PercentEscapes.escaping(name))=\(PercentEscapes.escaping(value))" }
}

/// The body of a submitted form (`application/x-www-form-urlencoded`).
public struct FormBody: Hashable, Sendable {
  public static let contentType = "application/x-www-form-urlencoded"

  public var items: [HTTPAddress.QueryItem]

  public init(_ items: [HTTPAddress.QueryItem]) {
    self.items = items
  }

  public var bytes: [UInt8] { Array(items.map(\.escaped).joined(separator: "&").utf8) }
}
