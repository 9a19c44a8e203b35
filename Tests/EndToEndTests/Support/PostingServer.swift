import FaultServer
import Foundation
import Synchronization

/// A server of Mastodon's API at which one account writes. It counts what it takes, and can have something happen at the
/// moment when a question has come.
final class PostingServer: Sendable {
  /// Where a question stands when something happens.
  enum Phase: CaseIterable {
    /// It has come, and the server goes before it has done anything.
    case lost
    /// It has come; what is asked for is done afterwards.
    case before
    /// It is done, and not answered yet.
    case after
  }

  /// What happens at a question, by its number from 1 on.
  struct Event: Sendable {
    var question: Int
    var phase: Phase
    var happens: @Sendable () -> Void
  }

  private struct State {
    var texts: [String] = []
    var keys: [String: Int] = [:]
    var asked = 0
    var event: Event?
    var refusal: String?
    /// What is not answered begins so.
    var silentPath: String?
    var unanswered = 0
  }

  private final class Model: Sendable {
    let state = Mutex(State())
    let keepsKeys: Bool

    init(keepsKeys: Bool) { self.keepsKeys = keepsKeys }

    func steps(for request: SeenRequest) -> [FaultStep] {
      let (event, isSilent): (Event?, Bool) = state.withLock { state in
        state.asked += 1
        let isSilent = state.silentPath.map(request.path.hasPrefix) ?? false
        if isSilent { state.unanswered += 1 }
        return (state.event.flatMap { $0.question == state.asked ? $0 : nil }, isSilent)
      }
      if isSilent { return [.silence] }
      if event?.phase == .before { event?.happens() }
      if event?.phase == .lost {
        event?.happens()
        return [.close]
      }
      let (status, body) = answer(to: request)
      if event?.phase == .after { event?.happens() }
      return [.answer(status, headers: [("Content-Type", "application/json")], body: body)]
    }

    private func answer(to request: SeenRequest) -> (Int, String) {
      let host = request.header("host") ?? ""
      switch (request.method, request.path) {
      case ("POST", "/api/v1/statuses"): return take(request)
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
      case (_, "/info"): return (200, #"{"software":{"name":"\#(keepsKeys ? "mastodon" : "gotosocial")"}}"#)
      case (_, "/api/v1/timelines/home"):
        // There is nothing older, and nothing newer.
        return (200, request.target.contains("_id=") ? "[]" : "[\(PostingServer.post(-1, "There before all"))]")
      case (_, "/api/v1/favourites"), (_, "/api/v1/bookmarks"), (_, "/api/v1/lists"),
        (_, "/api/v1/followed_tags"), (_, "/api/v1/notifications"), (_, "/api/v1/timelines/public"):
        return (200, "[]")
      default: return (404, #"{"error":"No."}"#)
      }
    }

    private func take(_ request: SeenRequest) -> (Int, String) {
      let body = try? JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any]
      guard let text = body?["status"] as? String else { return (422, #"{"error":"No text."}"#) }
      return state.withLock { state in
        if let refusal = state.refusal { return (422, #"{"error":"\#(refusal)"}"#) }
        if keepsKeys, let key = request.header("idempotency-key") {
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

  /// - Parameter keepsKeys: whether it knows by its key what it has been sent before.
  init(keepsKeys: Bool = true) throws {
    let model = Model(keepsKeys: keepsKeys)
    self.model = model
    server = try FaultServer { model.steps(for: $0) }
  }

  var origin: String { server.origin }

  /// What it has taken, the first first.
  var texts: [String] { model.state.withLock(\.texts) }

  /// How many questions have come so far.
  var asked: Int { model.state.withLock(\.asked) }

  /// What is to happen once, at a question that is still to come.
  func on(_ event: Event?) { model.state.withLock { $0.event = event } }

  /// From now on it hears what it is asked below a path, and does not answer; nil: it answers everything.
  func fallSilent(at path: String?) { model.state.withLock { $0.silentPath = path } }

  /// How many questions have not been answered so far.
  var unanswered: Int { model.state.withLock(\.unanswered) }

  /// From now on it takes nothing, and says why.
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
