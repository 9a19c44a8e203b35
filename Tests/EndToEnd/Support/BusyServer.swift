import FaultServer
import Foundation

/// A fake Mastodon server whose stream sends a thousand new posts a second.
final class BusyServer: Sendable {
  static let initialPostCount = 40
  private static let batch = 10

  private let server: FaultServer
  let newPostCount: Int

  /// - Parameter newPostCount: the number of posts that the stream sends, one second after it was opened.
  init(newPostCount: Int) throws {
    self.newPostCount = newPostCount
    server = try FaultServer { Self.response(to: $0, newPostCount: newPostCount) }
  }

  var origin: String { server.origin }

  var isStreaming: Bool { server.requests.contains { $0.path == Self.stream } }

  /// The IDs of all posts, newest first.
  var ids: [String] { (1...Self.initialPostCount + newPostCount).reversed().map { String(Self.id($0)) } }

  private static let stream = "/api/v1/streaming/user"

  private static func id(_ number: Int) -> Int { 110_000_000 + 7 * number }

  /// Posts of another account, because the user's own posts are not counted as unread.
  private static func post(_ number: Int) -> String {
    let grace = GrowingServer.account.replacing("ada", with: "grace").replacing(#""id":"1""#, with: #""id":"2""#)
    return GrowingServer.post(id(number)).replacing(GrowingServer.account, with: grace)
  }

  private static func response(to request: SeenRequest, newPostCount: Int) -> [FaultStep] {
    func json(_ body: String) -> [FaultStep] { [.respond(headers: [("Content-Type", "application/json")], body: body)] }
    switch request.path {
    // The posts of the stream are newer than these.
    case "/api/v1/timelines/home" where !request.target.contains("_id="):
      return json("[" + (1...initialPostCount).reversed().map { post($0) }.joined(separator: ",") + "]")
    case "/api/v1/accounts/verify_credentials": return json(GrowingServer.account)
    case "/api/v2/instance":
      let host = request.header("host") ?? ""
      let urls = #""configuration":{"urls":{"streaming":"ws://\#(host)"}}"#
      return json(#"{"domain":"127.0.0.1","title":"Busy","version":"4.3.0",\#(urls)}"#)
    case stream: return events(newPostCount)
    default: return json("[]")
    }
  }

  private static func events(_ newPostCount: Int) -> [FaultStep] {
    let batches = stride(from: initialPostCount + 1, through: initialPostCount + newPostCount, by: batch).flatMap {
      first -> [FaultStep] in
      let events = (first..<min(first + batch, initialPostCount + newPostCount + 1)).map { number in
        "event: update\ndata: \(post(number).replacing("\n", with: " "))\n\n"
      }
      return [.text(events.joined()), .delay(0.01)]
    }
    return [.head(200, [("Content-Type", "text/event-stream")]), .delay(1)] + batches + [.silence]
  }
}
