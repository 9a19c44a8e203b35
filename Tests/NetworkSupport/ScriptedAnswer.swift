import Network

/// What a `ScriptedTransport` says to one request.
public struct ScriptedAnswer: Sendable {
  public var status: Int
  public var headers: HTTPHeaders
  public var body: [UInt8]
  public var error: HTTPError?
  /// In seconds of the clock. What comes as late as the request's timeout does not come: it times out.
  public var latency: Double
  /// Who answers, where the request was redirected; nil: who was asked.
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
  ) -> ScriptedAnswer {
    .text(text, type: "application/json; charset=utf-8", status: status, headers: headers, after: latency)
  }

  public static func html(
    _ text: String, status: Int = 200, headers: HTTPHeaders = [:], after latency: Double = 0
  ) -> ScriptedAnswer {
    .text(text, type: "text/html; charset=utf-8", status: status, headers: headers, after: latency)
  }

  public static func status(
    _ status: Int, headers: HTTPHeaders = [:], after latency: Double = 0
  ) -> ScriptedAnswer {
    ScriptedAnswer(status: status, headers: headers, after: latency)
  }

  public static func failure(_ error: HTTPError, after latency: Double = 0) -> ScriptedAnswer {
    ScriptedAnswer(error: error, after: latency)
  }

  /// The same from another origin, to which the request was redirected.
  public func redirected(to origin: String) -> ScriptedAnswer {
    var answer = self
    answer.url = HTTPAddress(origin)
    return answer
  }

  /// No answer, for as long as anyone waits.
  public static var silence: ScriptedAnswer { ScriptedAnswer(after: .infinity) }

  private static func text(
    _ text: String, type: String, status: Int, headers: HTTPHeaders, after latency: Double
  ) -> ScriptedAnswer {
    var headers = headers
    headers.add("Content-Type", type)
    return ScriptedAnswer(status: status, headers: headers, body: Array(text.utf8), after: latency)
  }
}
