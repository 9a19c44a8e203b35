/// What a `FaultServer` does next. After `close`, `reset` and what ends with the other side there is no next one.
public enum FaultStep: Sendable {
  /// A whole answer, with its length.
  case answer(Int = 200, headers: [(String, String)] = [], body: String = "")
  case text(String)
  case bytes([UInt8])
  /// Byte by byte, with so many seconds in between.
  case drip(String, every: Double)
  /// In seconds.
  case delay(Double)
  /// The same, until the other side has had enough.
  case endless([UInt8])
  /// Says nothing more until the other side goes.
  case silence
  /// Reads what comes and forgets it, until nothing has come for a moment.
  case drain
  /// In an orderly way.
  case close
  /// As after a crash: what is on its way is lost.
  case reset
  /// Stands before another server on this machine: passes the request on, and its answer back. `losingAnswer`: the
  /// other one has done what was asked, and nobody learns of it.
  case forward(port: Int, losingAnswer: Bool = false)

  /// Sends on to another address.
  public static func redirect(_ status: Int = 302, to location: String) -> FaultStep {
    .answer(status, headers: [("Location", location)])
  }

  /// The head of an answer whose length nobody knows.
  public static func head(_ status: Int = 200, _ headers: [(String, String)] = []) -> FaultStep {
    .text("HTTP/1.1 \(status) X\r\n" + headers.map { "\($0): \($1)\r\n" }.joined() + "\r\n")
  }

  /// A piece of a body with `Transfer-Encoding: chunked`; an empty one is the end.
  public static func chunk(_ text: String) -> FaultStep {
    .text(String(text.utf8.count, radix: 16) + "\r\n\(text)\r\n")
  }
}
