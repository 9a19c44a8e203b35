import FaultServer
import Foundation

/// A server of Mastodon's API whose stream tells of a thousand new posts a second, for a while.
final class BusyServer: Sendable {
  static let kept = 40
  private static let batch = 10

  private let server: FaultServer
  let news: Int

  /// - Parameter news: how many posts the stream tells of, a moment after it was opened.
  init(news: Int) throws {
    self.news = news
    server = try FaultServer { Self.answer(to: $0, news: news) }
  }

  var origin: String { server.origin }

  var isHeard: Bool { server.requests.contains { $0.path == Self.stream } }

  /// Newest first, once all have come.
  var ids: [String] { (1...Self.kept + news).reversed().map { String(Self.id($0)) } }

  private static let stream = "/api/v1/streaming/user"

  private static func id(_ number: Int) -> Int { 110_000_000 + 7 * number }

  /// By somebody else than the reader, who does not count what is their own.
  private static func post(_ number: Int) -> String {
    let grace = GrowingServer.account.replacing("ada", with: "grace").replacing(#""id":"1""#, with: #""id":"2""#)
    return GrowingServer.post(id(number)).replacing(GrowingServer.account, with: grace)
  }

  private static func answer(to request: SeenRequest, news: Int) -> [FaultStep] {
    func json(_ body: String) -> [FaultStep] { [.answer(headers: [("Content-Type", "application/json")], body: body)] }
    switch request.path {
    // What the stream tells of stands above that.
    case "/api/v1/timelines/home" where !request.target.contains("_id="):
      return json("[" + (1...kept).reversed().map { post($0) }.joined(separator: ",") + "]")
    case "/api/v1/accounts/verify_credentials": return json(GrowingServer.account)
    case "/api/v2/instance":
      let host = request.header("host") ?? ""
      let urls = #""configuration":{"urls":{"streaming":"ws://\#(host)"}}"#
      return json(#"{"domain":"127.0.0.1","title":"Busy","version":"4.3.0",\#(urls)}"#)
    case stream: return events(news)
    default: return json("[]")
    }
  }

  private static func events(_ news: Int) -> [FaultStep] {
    let batches = stride(from: kept + 1, through: kept + news, by: batch).flatMap { first -> [FaultStep] in
      let events = (first..<min(first + batch, kept + news + 1)).map { number in
        "event: update\ndata: \(post(number).replacing("\n", with: " "))\n\n"
      }
      return [.text(events.joined()), .delay(0.01)]
    }
    return [.head(200, [("Content-Type", "text/event-stream")]), .delay(1)] + batches + [.silence]
  }
}
