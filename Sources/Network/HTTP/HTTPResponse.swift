/// What a server has answered, whatever its status says.
public struct HTTPResponse: Sendable {
  public var status: Int
  public var headers: HTTPHeaders
  public var body: [UInt8]
  /// Who answered in the end, where the question was redirected.
  public var url: HTTPAddress

  public init(status: Int, headers: HTTPHeaders = [:], body: [UInt8] = [], url: HTTPAddress) {
    self.status = status
    self.headers = headers
    self.body = body
    self.url = url
  }

  public var isSuccess: Bool { (200..<300).contains(status) }
}

/// An answer that goes on: its head, and its body piece by piece.
public struct HTTPStream: Sendable {
  /// Without a body.
  public var head: HTTPResponse
  /// Ends without an error where the server closes in an orderly way. It is broken off when nobody takes from it.
  public var body: AsyncThrowingStream<[UInt8], any Error>

  public init(head: HTTPResponse, body: AsyncThrowingStream<[UInt8], any Error>) {
    self.head = head
    self.body = body
  }
}
