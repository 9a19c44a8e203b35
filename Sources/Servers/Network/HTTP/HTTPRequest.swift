import Domain

/// An HTTP request.
public struct HTTPRequest: Sendable {
  public enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"

    /// RFC 9110, 9.2.2.
    var isIdempotent: Bool { self != .post && self != .patch }
  }

  public var method: Method
  public var url: HTTPAddress
  public var headers: HTTPHeaders
  public var body: [UInt8]
  /// Replaces `body`.
  public var upload: HTTPUpload?
  /// Whether it may be sent twice. If a reused connection breaks before a response, such a request is repeated
  /// automatically; other requests always use a new connection.
  public var isRepeatable: Bool
  /// Sent as `Authorization: Bearer …` to the origin of `url`. A request with a token is not redirected to another
  /// origin.
  public var token: Secret?
  public var hostPolicy = HostPolicy.all
  /// The timeout for the complete response, in seconds.
  public var timeout: Double
  /// The maximum size of the response in bytes, decompressed; nil for that of the transport.
  public var maxBodyBytes: Int?
  /// The maximum time between bytes of a stream, in seconds.
  public var maxSilence = Double.infinity

  public init(
    _ method: Method = .get, _ url: HTTPAddress, headers: HTTPHeaders = [:], body: [UInt8] = [],
    upload: HTTPUpload? = nil, isRepeatable: Bool? = nil, token: Secret? = nil, timeout: Double = 30
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.upload = upload
    self.isRepeatable = isRepeatable ?? method.isIdempotent
    self.token = token
    self.timeout = timeout
  }
}

/// The fields of a request or response, in order. Names are case-insensitive (RFC 9110, 5.1).
public struct HTTPHeaders: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  public private(set) var fields: [Field] = []

  public struct Field: Hashable, Sendable {
    public var name: String
    public var value: String
  }

  public init() {}

  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { add(name, value) }
  }

  public mutating func add(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }

  /// The headers without some fields, given in lower case.
  func without(_ names: Set<String>) -> HTTPHeaders {
    var headers = self
    headers.fields.removeAll { names.contains($0.name.lowercased()) }
    return headers
  }

  /// The last field with a name, which counts if it is repeated.
  public subscript(name: String) -> String? {
    let name = name.lowercased()
    return fields.last { $0.name.lowercased() == name }?.value
  }
}
