import FaultServer
import Foundation
import Synchronization

/// A slow fake Mastodon server with one account and a growing home timeline, paged as Mastodon does.
final class GrowingServer: Sendable {
  private struct State {
    /// The IDs of the posts, oldest first.
    var ids: [Int] = []
    var lastID = 110_000_000
    var requestCount = 0
    var onRequest: (@Sendable (Int) -> Void)?
  }

  private final class Model: Sendable {
    let state = Mutex(State())

    func response(to request: SeenRequest) -> [FaultStep] {
      let (hook, requestCount) = state.withLock { state in
        state.requestCount += 1
        return (state.onRequest, state.requestCount)
      }
      hook?(requestCount)
      let query = URLComponents(string: request.target)?.queryItems ?? []
      func number(_ name: String) -> Int? { query.first { $0.name == name }?.value.flatMap { Int($0) } }
      switch request.path {
      case "/api/v1/timelines/home":
        return page(below: number("max_id"), above: number("min_id"), limit: min(number("limit") ?? 20, 40))
      case "/api/v1/accounts/verify_credentials": return Self.slowly(GrowingServer.account)
      case "/api/v2/instance":
        return Self.slowly(#"{"domain":"127.0.0.1","title":"Growing","version":"4.3.0","configuration":{}}"#)
      case "/api/v1/favourites", "/api/v1/bookmarks", "/api/v1/lists", "/api/v1/followed_tags", "/api/v1/notifications",
        "/api/v1/timelines/public":
        return Self.slowly("[]")
      default: return [.respond(404, headers: [("Content-Type", "application/json")], body: #"{"error":"No."}"#)]
      }
    }

    private func page(below: Int?, above: Int?, limit: Int) -> [FaultStep] {
      let ids = state.withLock(\.ids)
      let found: ArraySlice<Int>
      if let above {
        found = ids.drop { $0 <= above }.prefix(limit)
      } else if let below {
        found = ids.prefix { $0 < below }.suffix(limit)
      } else {
        found = ids.suffix(limit)
      }
      return Self.slowly("[" + found.reversed().map(GrowingServer.post).joined(separator: ",") + "]")
    }

    /// A response in two pieces with a pause between them.
    private static func slowly(_ body: String) -> [FaultStep] {
      let bytes = Array(body.utf8)
      let head = FaultStep.head(200, [("Content-Type", "application/json"), ("Content-Length", "\(bytes.count)")])
      let half = bytes.count / 2
      return [head, .bytes(Array(bytes[..<half])), .delay(0.002), .bytes(Array(bytes[half...]))]
    }
  }

  private let model: Model
  private let server: FaultServer

  init() throws {
    let model = Model()
    self.model = model
    server = try FaultServer { model.response(to: $0) }
  }

  var origin: String { server.origin }

  /// The IDs of the posts, newest first.
  var ids: [String] { model.state.withLock { $0.ids.reversed().map(String.init) } }

  /// The number of requests so far.
  var requestCount: Int { model.state.withLock(\.requestCount) }

  func write(_ count: Int) {
    model.state.withLock { state in
      for _ in 0..<count {
        state.lastID += 7
        state.ids.append(state.lastID)
      }
    }
  }

  /// Sets a handler called with the number of each request, counted from 1, before its response.
  func onRequest(_ body: (@Sendable (Int) -> Void)?) {
    model.state.withLock { $0.onRequest = body }
  }

  static let account = #"""
    {"id":"1","username":"ada","acct":"ada","display_name":"Ada","url":"http://127.0.0.1/@ada","note":"","emojis":[],
    "fields":[],"bot":false,"locked":false,"created_at":"2020-01-01T00:00:00.000Z","avatar":"","header":""}
    """#

  static func post(_ id: Int) -> String {
    let date = Date(timeIntervalSince1970: 1_790_000_000 + Double(id - 110_000_000)).ISO8601Format()
    return #"""
      {"id":"\#(id)","created_at":"\#(date)","uri":"http://127.0.0.1/\#(id)","url":"http://127.0.0.1/\#(id)",
      "content":"<p>Post number \#(id)</p>","visibility":"public","sensitive":false,"spoiler_text":"",
      "account":\#(account),"media_attachments":[],"mentions":[],"tags":[],"emojis":[],"reblog":null,"poll":null,
      "card":null,"replies_count":0,"reblogs_count":0,"favourites_count":0}
      """#
  }
}
