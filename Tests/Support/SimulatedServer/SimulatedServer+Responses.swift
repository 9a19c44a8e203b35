import Foundation
import Network

extension SimulatedServer {
  /// A pixel as PNG.
  private static let image = Data(
    base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==")

  /// Whether the session is refused there, though it is valid.
  func refusesSession(at path: String) -> Bool {
    quirks.contains(.sealed)
      && ["/api/v1/streaming", "/api/v1/lists", "/api/v1/timelines/list", "/api/v1/timelines/tag"].contains {
        path.hasPrefix($0)
      }
  }

  mutating func response(to request: HTTPRequest, now: Date) -> Response {
    let parts = request.url.path.split(separator: "/").map(String.init)
    if refusesSession(at: request.url.path) { return .invalidToken }
    let fields =
      (try? JSONSerialization.jsonObject(with: Data(request.body))) as? [String: Any] ?? Self.form(request.body)
    if let response = publicResponse(to: request, parts, fields) { return response }
    guard let me = accounts.first(where: { "\($0.name)_token" == request.token?.revealed }) else {
      return .invalidToken
    }
    let managedRequest = ManagedState.Request(
      method: request.method, path: Array(parts.dropFirst(2)), fields: fields, query: request.url.query)
    let accounts = accounts.map(json)
    if let response = managed.response(to: managedRequest, account: { accounts[$0 - 1] }) { return response }
    return request.method == .get
      ? read(request, managedRequest.path, me) : change(request, managedRequest.path, fields, me, now)
  }

  private static func form(_ bytes: [UInt8]) -> [String: Any] {
    var form = URLComponents()
    form.percentEncodedQuery = String(decoding: bytes, as: UTF8.self)
    let items = form.queryItems ?? []
    return Dictionary(items.map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { first, _ in first })
  }

  /// The response to a request that needs no token; nil for others.
  private func publicResponse(to request: HTTPRequest, _ parts: [String], _ fields: [String: Any]) -> Response? {
    switch (request.method, parts) {
    case (.get, ["api", "v2", "instance"]):
      return Response(
        """
        {"domain":"\(host)","title":"Simulated","version":"4.4.0","api_versions":{"mastodon":5},
         "configuration":{"translation":{"enabled":true},"urls":{"streaming":"\(origin.replacing("http", with: "ws"))"},
         "statuses":{"max_characters":500}}}
        """)
    case (.get, [".well-known", "nodeinfo"]):
      return Response(
        #"{"links":[{"rel":"http://nodeinfo.diaspora.software/ns/schema/2.0","href":"\#(origin)/nodeinfo/2.0"}]}"#)
    case (.get, ["nodeinfo", "2.0"]):
      return Response(#"{"software":{"name":"\#(honorsIdempotencyKeys ? "mastodon" : "gotosocial")"}}"#)
    case (.get, [".well-known", "oauth-authorization-server"]):
      return Response(
        """
        {"authorization_endpoint":"\(origin)/oauth/authorize","token_endpoint":"\(origin)/oauth/token",
         "revocation_endpoint":"\(origin)/oauth/revoke","code_challenge_methods_supported":["S256"]}
        """)
    case (.post, ["api", "v1", "apps"]): return Response(#"{"client_id":"id","client_secret":"s3cret"}"#)
    case (.get, ["oauth", "authorize"]): return Response("<html><title>Log in</title></html>")
    case (.post, ["oauth", "token"]):
      // The code is the name of the account: `ada` signs in as ada.
      guard let account = accounts.first(where: { $0.name == fields["code"] as? String }) else {
        return Response(status: 400, #"{"error":"invalid_grant","error_description":"No such code"}"#)
      }
      return Response(#"{"access_token":"\#(account.name)_token","token_type":"Bearer"}"#)
    case (.post, ["oauth", "revoke"]): return .done
    case (.get, _) where parts.first == "images":
      var response = Response(type: "image/png", "")
      response.body = Array(Self.image ?? Data())
      return response
    default: return nil
    }
  }

  private func read(_ request: HTTPRequest, _ path: [String], _ me: Account) -> Response {
    func query(_ name: String) -> String? { request.url.query.first { $0.name == name }?.value }
    func page(_ posts: [Post]) -> Response {
      let limit = min(query("limit").flatMap { Int($0) } ?? 20, 40)
      var found = posts[...]
      if let above = query("min_id").flatMap({ Int($0) }) {
        found = found.prefix { $0.id > above }
        found = quirks.contains(.downward) ? found.prefix(limit) : found.suffix(limit)
      } else {
        if let below = query("max_id").flatMap({ Int($0) }) { found = found.drop { $0.id >= below } }
        found = found.prefix(limit)
      }
      return .list(found.map(json))
    }
    let rest = Array(path.dropFirst())
    let post = rest.first.flatMap { id in posts.first { String($0.id) == id } }
    switch (path.first ?? "", rest) {
    case ("accounts", ["verify_credentials"]): return Response(json(me))
    case ("accounts", ["relationships"]): return .list(accounts.map { managed.relationship(with: String($0.id)) })
    case ("accounts", ["lookup"]):
      return accounts.first { $0.name == query("acct") }.map { Response(json($0)) } ?? .absent
    case ("accounts", _) where rest.count == 2 && rest[1] == "lists":
      let lists = managed.lists.filter { $0.members.contains(rest[0]) }
      return .list(lists.map { #"{"id":"\#($0.id)","title":\#(quoted($0.title))}"# })
    case ("accounts", _) where rest.count <= 2:
      guard let account = accounts.first(where: { String($0.id) == rest.first }) else { return .absent }
      return rest.count == 1 ? Response(json(account)) : page(posts.filter { $0.author == account.id })
    case ("timelines", ["home"]), ("timelines", ["public"]): return page(posts)
    case ("timelines", _) where rest.first == "tag":
      let items = quirks.contains(.untagged) ? [] : request.url.query
      func has(_ tag: String, _ post: Post) -> Bool { post.text.lowercased().contains("#" + tag.lowercased()) }
      func tags(_ name: String) -> [String] { items.filter { $0.name == name }.map(\.value) }
      let any = [rest.last ?? ""] + tags("any[]")
      return page(
        posts.filter { post in
          any.contains { has($0, post) } && tags("all[]").allSatisfy { has($0, post) }
            && !tags("none[]").contains { has($0, post) }
        })
    case ("timelines", _) where rest.first == "list":
      let members = managed.lists.first { String($0.id) == rest.last }?.members ?? []
      return page(posts.filter { members.contains(String($0.author)) })
    case ("favourites", []): return page(posts.filter { $0.marks.contains("favourite") })
    case ("bookmarks", []): return page(posts.filter { $0.marks.contains("bookmark") })
    case ("notifications", []):
      let below = query("max_id").flatMap { Int($0) } ?? .max
      let above = query("min_id").flatMap { Int($0) } ?? 0
      return .list(notifications.filter { $0.id < below && $0.id > above }.prefix(20).map(notification))
    case ("notifications", ["requests"]): return .list(requests.map(held))
    case ("notifications", ["requests", "merged"]): return Response(#"{"merged":true}"#)
    case ("notifications", ["policy"]): return policyResponse
    case ("conversations", []): return .list(query("max_id") == nil ? conversations.map(json) : [])
    case ("scheduled_statuses", []): return .list(scheduled.map(json))
    case ("custom_emojis", []): return .list([])
    case ("trends", ["statuses"]): return .list(posts.prefix(3).map(json))
    case ("markers", []): return Self.object(markers)
    case ("search", []):
      let found = posts.filter { $0.text.contains(query("q") ?? "") }.prefix(10).map(json)
      let accounts = accounts.filter { $0.name.contains(query("q") ?? "") }.map(json)
      return Response(#"{"accounts":\#(array(accounts)),"statuses":\#(array(found)),"hashtags":[]}"#)
    case ("statuses", _) where rest.count <= 2:
      guard let post else { return .absent }
      switch rest.last {
      case "context":
        let above = posts.filter { $0.id == post.replyTo }.map(json)
        let below = posts.filter { $0.replyTo == post.id }.reversed().map(json)
        return Response(#"{"ancestors":\#(array(above)),"descendants":\#(array(below))}"#)
      case "history": return .list([json(post)])
      case "source": return Response(#"{"id":"\#(post.id)","text":\#(quoted(post.text)),"spoiler_text":""}"#)
      default: return Response(json(post))
      }
    default: return .absent
    }
  }

  private static func object(_ members: [String: String]) -> Response {
    Response("{" + members.map { #""\#($0)":\#($1)"# }.sorted().joined(separator: ",") + "}")
  }

  private var policyResponse: Response { Self.object(policy.mapValues(quoted)) }

  private mutating func change(
    _ request: HTTPRequest, _ path: [String], _ fields: [String: Any], _ me: Account, _ now: Date
  ) -> Response {
    let rest = Array(path.dropFirst())
    switch (path.first ?? "", rest) {
    case ("statuses", []):
      let key = honorsIdempotencyKeys ? request.headers["Idempotency-Key"] : nil
      if let id = key.flatMap({ keys[$0] }), let post = posts.first(where: { $0.id == id }) {
        return Response(json(post))
      }
      let text = fields["status"] as? String ?? ""
      guard !text.isEmpty, text.count <= 500 else { return .invalid("Text is too long, or missing") }
      acceptedTexts.insert(text)
      if let time = fields["scheduled_at"] as? String { return Response(json(schedule(text, at: time, key: key))) }
      let replyTo = (fields["in_reply_to_id"] as? String).flatMap { Int($0) }
      let post = write(by: me.id, text, replyTo: replyTo, at: now)
      if let key { keys[key] = post.id }
      return Response(json(post))
    case ("accounts", ["update_credentials"]):
      accounts[me.id - 1].displayName = fields["display_name"] as? String ?? me.displayName
      return Response(json(accounts[me.id - 1]))
    case ("scheduled_statuses", _):
      guard let index = scheduled.firstIndex(where: { String($0.id) == rest.first }) else { return .absent }
      if request.method == .delete {
        scheduled.remove(at: index)
        return .done
      }
      scheduled[index].time = fields["scheduled_at"] as? String ?? scheduled[index].time
      return Response(json(scheduled[index]))
    case ("statuses", _):
      guard let index = posts.firstIndex(where: { String($0.id) == rest.first }) else { return .absent }
      let verb = rest.dropFirst().first ?? ""
      switch (request.method, verb) {
      case (.delete, ""):
        guard posts[index].author == me.id else { return .absent }
        return Response(json(posts.remove(at: index)))
      case (.put, ""):
        let text = fields["status"] as? String ?? ""
        acceptedTexts.insert(text)
        posts[index].text = text
        posts[index].isEdited = true
      default:
        let name = verb.hasPrefix("un") ? String(verb.dropFirst(2)) : verb
        if verb == name { posts[index].marks.insert(name) } else { posts[index].marks.remove(name) }
      }
      return Response(json(posts[index]))
    case ("notifications", ["policy"]):
      for (name, value) in fields { policy[name] = value as? String }
      return policyResponse
    case ("notifications", _) where rest.count == 3 && rest[0] == "requests":
      guard let index = requests.firstIndex(where: { String($0.account) == rest[1] }) else { return .absent }
      let request = requests.remove(at: index)
      if rest[2] == "accept" { notifications.append((request.post + 5_000, request.post)) }
      notifications.sort { $0.id > $1.id }
      return .done
    case ("conversations", _):
      guard let index = conversations.firstIndex(where: { String($0.id) == rest.first }) else { return .absent }
      if request.method == .delete { conversations.remove(at: index) } else { conversations[index].isUnread = false }
      return .done
    case ("markers", []):
      for (name, id) in fields { mark(String(name.prefix { $0 != "[" }), id as? String ?? "", now) }
      return .done
    default: return .absent
    }
  }
}
