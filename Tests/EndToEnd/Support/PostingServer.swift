import FaultServer
import Foundation
import Synchronization

/// A fake Mastodon server for one account that posts. It counts requests and can call a handler during one of them.
final class PostingServer: Sendable {
  /// The state of a request when the handler is called.
  enum Phase: CaseIterable {
    /// It was received; the connection is closed without any effect.
    case lost
    /// It was received and takes effect afterwards.
    case before
    /// It has taken effect, but there is no response yet.
    case after
  }

  /// A handler for the request with a number, counted from 1.
  struct Event: Sendable {
    var request: Int
    var phase: Phase
    var handler: @Sendable () -> Void
  }

  private struct State {
    var texts: [String] = []
    var keys: [String: Int] = [:]
    var requestCount = 0
    var event: Event?
    var refusal: String?
    /// Requests for paths with this prefix get no response.
    var silentPath: String?
    var unanswered = 0
  }

  private final class Model: Sendable {
    let state = Mutex(State())
    let honorsKeys: Bool

    init(honorsKeys: Bool) { self.honorsKeys = honorsKeys }

    func steps(for request: SeenRequest) -> [FaultStep] {
      let (event, isSilent): (Event?, Bool) = state.withLock { state in
        state.requestCount += 1
        let isSilent = state.silentPath.map(request.path.hasPrefix) ?? false
        if isSilent { state.unanswered += 1 }
        return (state.event.flatMap { $0.request == state.requestCount ? $0 : nil }, isSilent)
      }
      if isSilent { return [.silence] }
      if event?.phase == .before { event?.handler() }
      if event?.phase == .lost {
        event?.handler()
        return [.close]
      }
      let (status, body) = response(to: request)
      if event?.phase == .after { event?.handler() }
      return [.respond(status, headers: [("Content-Type", "application/json")], body: body)]
    }

    private func response(to request: SeenRequest) -> (Int, String) {
      let host = request.header("host") ?? ""
      switch (request.method, request.path) {
      case ("POST", "/api/v1/statuses"): return accept(request)
      case (_, "/api/v1/accounts/verify_credentials"): return (200, PostingServer.account)
      case (_, "/api/v1/accounts/1/statuses"):
        let texts = state.withLock(\.texts)
        return (
          200, "[" + texts.indices.reversed().map { PostingServer.post($0, texts[$0]) }.joined(separator: ",") + "]"
        )
      case (_, "/api/v2/instance"):
        return (200, #"{"domain":"127.0.0.1","title":"Posting","version":"4.3.0","configuration":{}}"#)
      case (_, "/.well-known/nodeinfo"):
        return (
          200, #"{"links":[{"rel":"http://nodeinfo.diaspora.software/ns/schema/2.0","href":"http://\#(host)/info"}]}"#
        )
      case (_, "/info"): return (200, #"{"software":{"name":"\#(honorsKeys ? "mastodon" : "gotosocial")"}}"#)
      case (_, "/api/v1/timelines/home"):
        // There are no older or newer posts.
        return (200, request.target.contains("_id=") ? "[]" : "[\(PostingServer.post(-1, "There before all"))]")
      case (_, "/api/v1/favourites"), (_, "/api/v1/bookmarks"), (_, "/api/v1/lists"),
        (_, "/api/v1/followed_tags"), (_, "/api/v1/notifications"), (_, "/api/v1/timelines/public"):
        return (200, "[]")
      default: return (404, #"{"error":"No."}"#)
      }
    }

    private func accept(_ request: SeenRequest) -> (Int, String) {
      let body = try? JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any]
      guard let text = body?["status"] as? String else { return (422, #"{"error":"No text."}"#) }
      return state.withLock { state in
        if let refusal = state.refusal { return (422, #"{"error":"\#(refusal)"}"#) }
        if honorsKeys, let key = request.header("idempotency-key") {
          if let known = state.keys[key] { return (200, PostingServer.post(known, state.texts[known])) }
          state.keys[key] = state.texts.count
        }
        state.texts.append(text)
        return (200, PostingServer.post(state.texts.count - 1, text))
      }
    }
  }

  private let model: Model
  private let server: FaultServer

  /// - Parameter honorsKeys: whether it honours idempotency keys.
  init(honorsKeys: Bool = true) throws {
    let model = Model(honorsKeys: honorsKeys)
    self.model = model
    server = try FaultServer { model.steps(for: $0) }
  }

  var origin: String { server.origin }

  /// The text of each accepted post, oldest first.
  var texts: [String] { model.state.withLock(\.texts) }

  /// The number of requests so far.
  var requestCount: Int { model.state.withLock(\.requestCount) }

  /// Sets the handler for a future request.
  func on(_ event: Event?) { model.state.withLock { $0.event = event } }

  /// Stops responding to requests with a path prefix; nil to respond to all.
  func stopResponding(at path: String?) { model.state.withLock { $0.silentPath = path } }

  /// The number of requests without a response so far.
  var unanswered: Int { model.state.withLock(\.unanswered) }

  /// Refuses all posts with a reason; nil to accept them.
  func refuse(saying reason: String?) { model.state.withLock { $0.refusal = reason } }

  private static let account = #"""
    {"id":"1","username":"ada","acct":"ada","display_name":"Ada","url":"http://127.0.0.1/@ada","note":"","emojis":[],
    "fields":[],"bot":false,"locked":false,"created_at":"2020-01-01T00:00:00.000Z","avatar":"","header":""}
    """#

  private static func post(_ number: Int, _ text: String) -> String {
    #"""
    {"id":"\#(1_000 + number)","created_at":"\#(Date().ISO8601Format())","uri":"http://127.0.0.1/\#(number)",
    "url":"http://127.0.0.1/@ada/\#(1_000 + number)","content":"<p>\#(text)</p>","visibility":"public",
    "sensitive":false,"spoiler_text":"","account":\#(account),"media_attachments":[],"mentions":[],"tags":[],
    "emojis":[],"reblog":null,"poll":null,"card":null,"replies_count":0,"reblogs_count":0,"favourites_count":0}
    """#
  }
}
