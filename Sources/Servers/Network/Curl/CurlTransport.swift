import Glibc

/// An HTTP transport on libcurl, which is loaded with the first request and runs on a dedicated thread. The thread
/// sleeps while there are no requests. Uses the proxies of the environment. Requests and streams end with the
/// transport.
public final class CurlTransport: HTTPTransport {
  public struct Settings: Sendable {
    /// `Tern/0.1.0 (+https://…)`. Some servers refuse requests without it.
    public var userAgent: String
    /// Trusted certificates in PEM, as a file and a folder. nil: the system's.
    public var certificateFile: String?
    var certificateFolder: String?
    /// nil: from the environment.
    public var proxy: String?
    /// Fixed name resolutions: `timeline.example:443:192.0.2.1`.
    package var resolved: [String] = []
    /// The maximum size of a response, in bytes, decompressed.
    public var maxBodyBytes = 16 << 20
    /// In seconds, as the following.
    var connectTimeout: Double = 10
    /// The time after which idle connections are closed.
    public var idleTime: Double = 60
    /// The maximum time without progress during an upload and while waiting for its response.
    public var maxStall: Double = 90

    /// Reads `SSL_CERT_FILE` and `SSL_CERT_DIR` from the environment, as curl does.
    public init(userAgent: String) {
      self.userAgent = userAgent
      certificateFile = Self.environment("SSL_CERT_FILE")
      certificateFolder = Self.environment("SSL_CERT_DIR")
    }

    /// Whether requests to other hosts use a proxy.
    var usesProxy: Bool {
      proxy.map { !$0.isEmpty }
        ?? ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"].contains { Self.environment($0) != nil }
    }

    private static func environment(_ name: String) -> String? {
      getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
  }

  private let thread: CurlThread

  public init(_ settings: Settings) {
    thread = CurlThread(settings)
  }

  deinit {
    thread.end()
  }

  public func response(to request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    try await perform(request, isStream: false).response
  }

  public func stream(_ request: HTTPRequest) async throws(HTTPError) -> HTTPStream {
    let (exchange, head) = try await perform(request, isStream: true)
    let reader = StreamReader(of: exchange, on: thread)
    return HTTPStream(head: head, body: AsyncThrowingStream { try await reader.next() })
  }

  /// Cancels all requests and rejects further ones; waits for the thread, at most 200 ms. To be called before the
  /// program ends.
  public func stop() {
    thread.stop(within: 0.2)
  }
}

extension CurlTransport {
  private func perform(
    _ request: HTTPRequest, isStream: Bool
  ) async throws(HTTPError) -> (exchange: CurlExchange, response: HTTPResponse) {
    let start = ContinuousClock.now
    var request = request
    for redirects in 0... {
      guard request.hostPolicy.allows(request.url) else { throw .notPublic(host: request.url.host) }
      let exchange = CurlExchange(request, isStream: isStream, since: start)
      let response: HTTPResponse
      do throws(HTTPError) {
        response = try await thread.response(to: exchange)
      } catch {
        throw redirects == 0 ? error : error.afterRedirect
      }
      let next: HTTPRequest?
      do throws(HTTPError) {
        next = try Redirection.next(after: response, to: request)
      } catch {
        // A stream has no timeout that would end it.
        if isStream { thread.cancel(exchange) }
        throw error
      }
      guard let next else { return (exchange, response) }
      if isStream { thread.cancel(exchange) }
      guard redirects < Redirection.limit else { throw .badRedirect(host: request.url.host) }
      request = next
    }
    throw .badRedirect(host: request.url.host)
  }
}
