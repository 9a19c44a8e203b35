/// A step of a `FaultServer`. `close`, `reset` and steps that end with the client are the last ones.
public enum FaultStep: Sendable {
  /// A complete response with its length.
  case respond(Int = 200, headers: [(String, String)] = [], body: String = "")
  case text(String)
  case bytes([UInt8])
  /// A string that is made when it is sent.
  case generated(@Sendable () -> String)
  /// Byte by byte, with a delay in seconds.
  case drip(String, every: Double)
  /// In seconds.
  case delay(Double)
  /// Repeats a string until the client disconnects.
  case endless([UInt8])
  /// Sends nothing until the client disconnects.
  case silence
  /// Reads and discards until nothing arrives for a moment.
  case drain
  /// A proper close.
  case close
  /// A reset, as after a crash: data in flight is lost.
  case reset
  /// Forwards to another local server. `losingResponse`: the request is forwarded and the response is lost.
  case forward(port: Int, losingResponse: Bool = false)

  public static func redirect(_ status: Int = 302, to location: String) -> FaultStep {
    .respond(status, headers: [("Location", location)])
  }

  /// The head of a response of unknown length.
  public static func head(_ status: Int = 200, _ headers: [(String, String)] = []) -> FaultStep {
    .text("HTTP/1.1 \(status) X\r\n" + headers.map { "\($0): \($1)\r\n" }.joined() + "\r\n")
  }

  /// A chunk of a body with `Transfer-Encoding: chunked`; an empty one is the end.
  public static func chunk(_ text: String) -> FaultStep {
    .text(String(text.utf8.count, radix: 16) + "\r\n\(text)\r\n")
  }
}
