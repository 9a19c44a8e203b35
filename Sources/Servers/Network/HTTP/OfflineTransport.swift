/// A transport that sends nothing, for offline use.
public struct OfflineTransport: HTTPTransport {
  public init() {}

  /// - Throws: always `unreachable` with `offlineMode`.
  public func response(to request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    throw .unreachable(host: request.url.host, .offlineMode)
  }

  /// - Throws: always `unreachable` with `offlineMode`.
  public func stream(_ request: HTTPRequest) async throws(HTTPError) -> HTTPStream {
    throw .unreachable(host: request.url.host, .offlineMode)
  }
}
