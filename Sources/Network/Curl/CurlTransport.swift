import Glibc

/// Asks servers by way of libcurl, which is opened with the first request, on one thread of its own. Nothing wakes while
/// nothing is asked. Proxies are those that the environment names. Requests and streams end with the transport.
public final class CurlTransport: HTTPTransport {
  public struct Settings: Sendable {
    /// `Tern/0.1.0 (+https://…)`: some servers refuse whoever does not say who asks.
    public var userAgent: String
    /// Who vouches for servers, as files in PEM: a file and a folder. nil: as the system has it.
    public var certificateFile: String?
    public var certificateFolder: String?
    /// nil: as the environment has it.
    public var proxy: String?
    /// Names and where they are, besides what the system knows: `timeline.example:443:192.0.2.1`.
    package var resolved: [String] = []
    /// In bytes, decompressed.
    public var longestBody = 16 << 20
    /// In seconds, as the others.
    public var connectTimeout: Double = 10
    /// Connections that nobody has used for so long are closed.
    public var idleTime: Double = 60
    /// For how long nothing may move while a file is sent, and while its answer is waited for.
    public var longestStall: Double = 90

    /// `SSL_CERT_FILE` and `SSL_CERT_DIR` of the environment are heeded, as curl does.
    public init(userAgent: String) {
      self.userAgent = userAgent
      certificateFile = Self.environment("SSL_CERT_FILE")
      certificateFolder = Self.environment("SSL_CERT_DIR")
    }

    /// Whether requests to other machines go by a proxy, whoever has named it.
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
    try await answer(to: request, isStream: false).answer
  }

  public func stream(_ request: HTTPRequest) async throws(HTTPError) -> HTTPStream {
    let (exchange, head) = try await answer(to: request, isStream: true)
    let reader = StreamReader(of: exchange, on: thread)
    return HTTPStream(head: head, body: AsyncThrowingStream { try await reader.next() })
  }

  /// Ends all requests as cancelled, and those to come; waits for the thread, 200 ms at most. For the end of the
  /// program, which libcurl has to be done before.
  public func stop() {
    thread.stop(within: 0.2)
  }
}

extension CurlTransport {
  private func answer(
    to request: HTTPRequest, isStream: Bool
  ) async throws(HTTPError) -> (exchange: CurlExchange, answer: HTTPResponse) {
    let start = ContinuousClock.now
    var request = request
    for redirects in 0... {
      guard request.reach.allows(request.url) else { throw .notPublic(host: request.url.host) }
      let exchange = CurlExchange(request, isStream: isStream, since: start)
      let answer: HTTPResponse
      do throws(HTTPError) {
        answer = try await thread.answer(of: exchange)
      } catch {
        throw redirects == 0 ? error : error.afterRedirect
      }
      let next: HTTPRequest?
      do throws(HTTPError) {
        next = try Redirection.next(after: answer, to: request)
      } catch {
        // A stream has no time limit of its own: nobody else would end it.
        if isStream { thread.cancel(exchange) }
        throw error
      }
      guard let next else { return (exchange, answer) }
      if isStream { thread.cancel(exchange) }
      guard redirects < Redirection.limit else { throw .badRedirect(host: request.url.host) }
      request = next
    }
    throw .badRedirect(host: request.url.host)
  }
}
