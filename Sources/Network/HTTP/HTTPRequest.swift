import Domain

/// What a server is asked.
public struct HTTPRequest: Sendable {
  public enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"

    /// RFC 9110, 9.2.2.
    public var isIdempotent: Bool { self != .post && self != .patch }
  }

  public var method: Method
  public var url: HTTPAddress
  public var headers: HTTPHeaders
  public var body: [UInt8]
  /// Takes the place of `body`.
  public var upload: HTTPUpload?
  /// Whether it does no harm where it arrives twice. Where a connection that was kept open breaks before a word has come
  /// back, such a request is sent once more by itself; any other one has a new connection.
  public var isRepeatable: Bool
  /// Sent as `Authorization: Bearer …` to the origin of `url`. A request that has one is not redirected to another origin.
  public var token: Secret?
  public var reach = HostPolicy.anyone
  /// How long the whole answer may take, in seconds.
  public var timeout: Double
  /// Of a stream: where not a byte comes for so many seconds, it has broken.
  public var longestSilence = Double.infinity

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

/// Fields of a request or an answer, in their order. Names are compared in any case (RFC 9110, 5.1).
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

  /// All but the fields of these names, which are in lower case.
  func without(_ names: Set<String>) -> HTTPHeaders {
    var headers = self
    headers.fields.removeAll { names.contains($0.name.lowercased()) }
    return headers
  }

  /// The last field of that name, which is the one that holds where a server repeats itself.
  public subscript(name: String) -> String? {
    let name = name.lowercased()
    return fields.last { $0.name.lowercased() == name }?.value
  }
}
