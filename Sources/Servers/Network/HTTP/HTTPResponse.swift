/// A response of any status.
public struct HTTPResponse: Sendable {
  public var status: Int
  public var headers: HTTPHeaders
  public var body: [UInt8]
  /// The address that responded, after redirects.
  public var url: HTTPAddress

  public init(status: Int, headers: HTTPHeaders = [:], body: [UInt8] = [], url: HTTPAddress) {
    self.status = status
    self.headers = headers
    self.body = body
    self.url = url
  }

  public var isSuccess: Bool { (200..<300).contains(status) }
}

/// A streamed response: its head, and its body in chunks.
public struct HTTPStream: Sendable {
  /// Without a body.
  public var head: HTTPResponse
  /// Ends without an error if the server closes the stream properly. Cancelled when released.
  public var body: AsyncThrowingStream<[UInt8], any Error>

  public init(head: HTTPResponse, body: AsyncThrowingStream<[UInt8], any Error>) {
    self.head = head
    self.body = body
  }
}
