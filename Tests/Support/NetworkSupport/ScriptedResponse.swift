import Network

/// A response of a `ScriptedTransport`.
public struct ScriptedResponse: Sendable {
  public var status: Int
  public var headers: HTTPHeaders
  public var body: [UInt8]
  public var error: HTTPError?
  /// In seconds of the clock. A response as late as the request's timeout times out.
  public var latency: Double
  /// The origin that responds after redirects; nil for the requested one.
  public var url: HTTPAddress?

  public init(
    status: Int = 200, headers: HTTPHeaders = [:], body: [UInt8] = [], error: HTTPError? = nil,
    after latency: Double = 0
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.error = error
    self.latency = latency
  }

  public static func json(
    _ text: String, status: Int = 200, headers: HTTPHeaders = [:], after latency: Double = 0
  ) -> ScriptedResponse {
    .text(text, type: "application/json; charset=utf-8", status: status, headers: headers, after: latency)
  }

  public static func html(
    _ text: String, status: Int = 200, headers: HTTPHeaders = [:], after latency: Double = 0
  ) -> ScriptedResponse {
    .text(text, type: "text/html; charset=utf-8", status: status, headers: headers, after: latency)
  }

  public static func status(
    _ status: Int, headers: HTTPHeaders = [:], after latency: Double = 0
  ) -> ScriptedResponse {
    ScriptedResponse(status: status, headers: headers, after: latency)
  }

  public static func failure(_ error: HTTPError, after latency: Double = 0) -> ScriptedResponse {
    ScriptedResponse(error: error, after: latency)
  }

  /// The response from another origin, after a redirect.
  public func redirected(to origin: String) -> ScriptedResponse {
    var answer = self
    answer.url = HTTPAddress(origin)
    return answer
  }

  /// No response until cancellation.
  public static var silence: ScriptedResponse { ScriptedResponse(after: .infinity) }

  private static func text(
    _ text: String, type: String, status: Int, headers: HTTPHeaders, after latency: Double
  ) -> ScriptedResponse {
    var headers = headers
    headers.add("Content-Type", type)
    return ScriptedResponse(status: status, headers: headers, body: Array(text.utf8), after: latency)
  }
}
