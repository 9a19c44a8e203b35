import Foundation
import Network

/// The state of a walk's server: accounts, posts, and the user's marks on them.
struct ServerModel {
  struct Response {
    var status = 200
    var body: String
  }

  struct ServerAccount {
    let id: Int
    let name: String
  }

  struct Entry {
    let id: Int
    var author: Int
    var text: String
    var at: Date
    var isEdited = false
    var replyTo: Int?
    var marks: Set<String> = []
  }

  static let accounts = ["ada", "grace", "alan", "katherine"].enumerated().map { ServerAccount(id: $0 + 1, name: $1) }
  private static let words = [
    "The cards are punched", "軌道はまだ計算の途中です。", "Who has the #loom?", "@ada look at this: https://example.org/a",
    "Carry on, #sea engine", "👩‍👩‍👧 and no end",
  ]

  private(set) var entries: [Entry] = []
  private(set) var accepted: Set<String> = []
  private(set) var notifications: [(id: Int, entry: Int)] = []
  private var keys: [String: Int] = [:]
  /// The posts to be published later. They are never published: a walk takes hours at most.
  private(set) var scheduled: [(id: Int, text: String, at: String, key: String?)] = []
  private var markers: [String: String] = [:]
  /// The last posts of the conversations, and whether they are unread.
  private(set) var conversations: [(id: Int, entry: Int, isUnread: Bool)] = [(3, 1_060, true), (2, 1_040, false)]
  /// The accounts whose notifications are held back, with the post that mentions the user.
  private(set) var requests: [(account: Int, entry: Int)] = [(3, 1_020), (4, 1_021)]
  private(set) var managed = ManagedState()
  private(set) var policy = ["for_not_following": "accept", "for_new_accounts": "filter"]
  private var lastID = 1_000
  /// The differences from Mastodon.
  private var quirks: Set<ServerMoment> = []

  init(now: Date) {
    for number in 0..<70 { write(by: 2 + number % 3, at: now.addingTimeInterval(Double(number - 80) * 60)) }
    schedule("Tomorrow’s cards", at: now.addingTimeInterval(100_000).ISO8601Format(), key: nil)
    for id in [1_010, 1_030, 1_050] { notifications.insert((id + 5_000, id), at: 0) }
  }

  @discardableResult
  private mutating func write(by author: Int, _ text: String? = nil, replyTo: Int? = nil, at moment: Date) -> Entry {
    lastID += 1
    let words = text ?? "\(Self.words[lastID % Self.words.count]) \(lastID)"
    let entry = Entry(id: lastID, author: author, text: words, at: moment, replyTo: replyTo)
    entries.insert(entry, at: 0)
    return entry
  }

  @discardableResult
  private mutating func schedule(_ text: String, at time: String, key: String?) -> Response {
    if let key, let known = scheduled.first(where: { $0.key == key }) { return Response(body: json(known)) }
    lastID += 1
    scheduled.append((lastID, text, time, key))
    return Response(body: json((lastID, text, time, key)))
  }

  static func event(_ name: String, _ payload: String) -> String {
    "event: \(name)\ndata: \(payload.replacing("\n", with: " "))\n\n"
  }

  /// Applies an event.
  /// - Returns: the events for all streams.
  mutating func apply(_ moment: ServerMoment, now: Date) -> [String] {
    switch moment {
    case .writes: return [Self.event("update", json(write(by: 2, at: now)))]
    case .busy: return (0..<30).map { _ in Self.event("update", json(write(by: 3, at: now))) }
    case .answers:
      let entry = write(by: 2, "@ada yes, \(lastID)", replyTo: entries.first { $0.author == 1 }?.id, at: now)
      notifications.insert((entry.id + 5_000, entry.id), at: 0)
      return [Self.event("update", json(entry)), Self.event("notification", notification(notifications[0]))]
    case .reads:
      let read = ["home": entries.map(\.id), "notifications": notifications.map(\.id)]
      for (name, ids) in read where ids.count > 1 { mark(name, String(ids[min(20, ids.count - 1)]), now) }
      return []
    case .downward:
      quirks.formSymmetricDifference([moment])
      for _ in 0..<90 { write(by: 4, at: now) }
      return []
    case .sealed, .untagged:
      quirks.formSymmetricDifference([moment])
      return []
    case .edits:
      guard let index = entries.firstIndex(where: { $0.author != 1 }) else { return [] }
      entries[index].text += ", again"
      entries[index].isEdited = true
      return [Self.event("status.update", json(entries[index]))]
    case .deletes:
      guard entries.count > 30, let index = entries.firstIndex(where: { $0.author != 1 }) else { return [] }
      let id = entries.remove(at: index).id
      notifications.removeAll { $0.entry == id }
      return [Self.event("delete", "\(id)")]
    default: return []
    }
  }
}

extension ServerModel {
  private mutating func mark(_ timeline: String, _ id: String, _ now: Date) {
    markers[timeline] = #"{"last_read_id":\#(quoted(id)),"version":1,"updated_at":"\#(now.ISO8601Format())"}"#
  }

  /// Whether the session is refused there, though it is valid.
  func refusesSession(at path: String) -> Bool {
    quirks.contains(.sealed)
      && ["/api/v1/streaming", "/api/v1/lists", "/api/v1/timelines/list", "/api/v1/timelines/tag"].contains {
        path.hasPrefix($0)
      }
  }

  static let invalidToken = Response(status: 401, body: #"{"error":"The access token is invalid"}"#)

  mutating func response(to request: HTTPRequest, now: Date) -> Response {
    let parts = request.url.path.split(separator: "/").map(String.init)
    if refusesSession(at: request.url.path) { return Self.invalidToken }
    switch (request.method, parts) {
    case (.get, ["api", "v2", "instance"]): return Response(body: Self.instance)
    case (.get, [".well-known", "oauth-authorization-server"]): return Response(body: Self.endpoints)
    case (.post, ["api", "v1", "apps"]): return Response(body: #"{"client_id":"id","client_secret":"s3cret"}"#)
    case (.get, ["oauth", "authorize"]): return Response(body: "<html><title>Log in</title></html>")
    case (.post, ["oauth", "token"]): return token(request)
    case (.post, ["oauth", "revoke"]): return Response(body: "{}")
    default: break
    }
    guard let token = request.token?.revealed, let me = Self.accounts.first(where: { "\($0.name)-token" == token })
    else { return Self.invalidToken }
    let fields =
      (try? JSONSerialization.jsonObject(with: Data(request.body))) as? [String: Any] ?? Self.form(request.body)
    let managedRequest = ManagedState.Request(
      method: request.method, path: Array(parts.dropFirst(2)), fields: fields, query: request.url.query)
    let accounts = Self.accounts.map(account)
    if let response = managed.response(to: managedRequest, account: { accounts[$0 - 1] }) { return response }
    return request.method == .get ? read(request, parts, me) : change(request, parts, fields, me, now)
  }

  /// The code is the name of the account: `ada` signs in as ada.
  private func token(_ request: HTTPRequest) -> Response {
    let form = HTTPAddress("https://form.invalid/?" + String(decoding: request.body, as: UTF8.self))
    let code = form?.query.first { $0.name == "code" }?.value
    guard let serverAccount = Self.accounts.first(where: { $0.name == code }) else {
      return Response(status: 400, body: #"{"error":"invalid_grant","error_description":"No such code"}"#)
    }
    return Response(body: #"{"access_token":"\#(serverAccount.name)-token","token_type":"Bearer"}"#)
  }

  private func read(_ request: HTTPRequest, _ parts: [String], _ me: ServerAccount) -> Response {
    func query(_ name: String) -> String? { request.url.query.first { $0.name == name }?.value }
    func page(_ entries: [Entry]) -> Response {
      let limit = Int(query("limit") ?? "") ?? 20
      var found = entries[...]
      if let above = query("min_id").flatMap({ Int($0) }) {
        found = found.prefix { $0.id > above }
        found = quirks.contains(.downward) ? found.prefix(limit) : found.suffix(limit)
      } else {
        if let below = query("max_id").flatMap({ Int($0) }) { found = found.drop { $0.id >= below } }
        found = found.prefix(limit)
      }
      return Response(body: list(found.map(json)))
    }
    let entry = parts.count > 3 ? entries.first { String($0.id) == parts[3] } : nil
    switch (parts.dropFirst(2).first ?? "", Array(parts.dropFirst(3))) {
    case ("accounts", ["verify_credentials"]): return Response(body: account(me))
    case ("accounts", ["relationships"]):
      return Response(body: list(Self.accounts.map { managed.relationship(with: String($0.id)) }))
    case ("accounts", ["lookup"]):
      guard let serverAccount = Self.accounts.first(where: { $0.name == query("acct") }) else { return Self.absent }
      return Response(body: account(serverAccount))
    case ("accounts", let rest) where rest.count == 2 && rest[1] == "lists":
      let lists = managed.lists.filter { $0.members.contains(rest[0]) }
      return Response(body: list(lists.map { #"{"id":"\#($0.id)","title":\#(quoted($0.title))}"# }))
    case ("accounts", let rest) where rest.count <= 2:
      guard let serverAccount = Self.accounts.first(where: { String($0.id) == rest.first }) else { return Self.absent }
      return rest.count == 1
        ? Response(body: account(serverAccount)) : page(entries.filter { $0.author == serverAccount.id })
    case ("timelines", ["home"]), ("timelines", ["public"]): return page(entries)
    case ("timelines", let rest) where rest.first == "tag":
      let items = quirks.contains(.untagged) ? [] : request.url.query
      func has(_ tag: String, _ entry: Entry) -> Bool { entry.text.lowercased().contains("#" + tag.lowercased()) }
      func tags(_ name: String) -> [String] { items.filter { $0.name == name }.map(\.value) }
      let any = [rest.last ?? ""] + tags("any[]")
      return page(
        entries.filter { entry in
          any.contains { has($0, entry) } && tags("all[]").allSatisfy { has($0, entry) }
            && !tags("none[]").contains { has($0, entry) }
        })
    case ("favourites", []): return page(entries.filter { $0.marks.contains("favourite") })
    case ("bookmarks", []): return page(entries.filter { $0.marks.contains("bookmark") })
    case ("notifications", []):
      let below = query("max_id").flatMap { Int($0) } ?? .max
      let above = query("min_id").flatMap { Int($0) } ?? 0
      return Response(body: list(notifications.filter { $0.id < below && $0.id > above }.prefix(20).map(notification)))
    case ("notifications", ["requests"]): return Response(body: list(requests.map(held)))
    case ("notifications", ["requests", "merged"]): return Response(body: #"{"merged":true}"#)
    case ("notifications", ["policy"]): return Response(body: policyJSON)
    case ("conversations", []): return Response(body: query("max_id") == nil ? list(conversations.map(json)) : "[]")
    case ("scheduled_statuses", []): return Response(body: list(scheduled.map(json)))
    case ("custom_emojis", []): return Response(body: "[]")
    case ("timelines", let rest) where rest.first == "list":
      let members = managed.lists.first { String($0.id) == rest.last }?.members ?? []
      return page(entries.filter { members.contains(String($0.author)) })
    case ("trends", ["statuses"]): return Response(body: list(entries.prefix(3).map(json)))
    case ("markers", []):
      return Response(body: "{" + markers.map { #""\#($0)":\#($1)"# }.sorted().joined(separator: ",") + "}")
    case ("search", []):
      let found = entries.filter { $0.text.contains(query("q") ?? "") }.prefix(10)
      let accounts = Self.accounts.filter { $0.name.contains(query("q") ?? "") }
      return Response(
        body: #"{"accounts":\#(list(accounts.map(account))),"statuses":\#(list(found.map(json))),"hashtags":[]}"#)
    case ("statuses", let rest) where rest.count <= 2:
      guard let entry else { return Self.absent }
      switch rest.last {
      case "context":
        let above = entries.filter { $0.id == entry.replyTo }
        let below = entries.filter { $0.replyTo == entry.id }.reversed()
        return Response(body: #"{"ancestors":\#(list(above.map(json))),"descendants":\#(list(below.map(json)))}"#)
      case "history": return Response(body: list([json(entry)]))
      case "source":
        return Response(body: #"{"id":"\#(entry.id)","text":\#(quoted(entry.text)),"spoiler_text":""}"#)
      default: return Response(body: json(entry))
      }
    default: return Self.absent
    }
  }

  private static func form(_ bytes: [UInt8]) -> [String: Any] {
    var form = URLComponents()
    form.percentEncodedQuery = String(decoding: bytes, as: UTF8.self)
    let items = form.queryItems ?? []
    return Dictionary(items.map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { first, _ in first })
  }

  private mutating func change(
    _ request: HTTPRequest, _ parts: [String], _ fields: [String: Any], _ me: ServerAccount, _ now: Date
  ) -> Response {
    switch (parts.dropFirst(2).first ?? "", Array(parts.dropFirst(3))) {
    case ("statuses", []):
      if let key = request.headers["Idempotency-Key"], let id = keys[key],
        let entry = entries.first(where: { $0.id == id })
      {
        return Response(body: json(entry))
      }
      let text = fields["status"] as? String ?? ""
      guard !text.isEmpty, text.count <= 500 else {
        return Response(status: 422, body: #"{"error":"Validation failed: Text is too long, or missing"}"#)
      }
      let replyTo = (fields["in_reply_to_id"] as? String).flatMap { Int($0) }
      accepted.insert(text)
      if let time = fields["scheduled_at"] as? String {
        return schedule(text, at: time, key: request.headers["Idempotency-Key"])
      }
      let entry = write(by: me.id, text, replyTo: replyTo, at: now)
      if let key = request.headers["Idempotency-Key"] { keys[key] = entry.id }
      return Response(body: json(entry))
    case ("scheduled_statuses", let rest):
      guard let index = scheduled.firstIndex(where: { String($0.id) == rest.first }) else { return Self.absent }
      if request.method == .delete {
        scheduled.remove(at: index)
        return Response(body: "{}")
      }
      scheduled[index].at = fields["scheduled_at"] as? String ?? scheduled[index].at
      return Response(body: json(scheduled[index]))
    case ("statuses", let rest):
      guard let index = entries.firstIndex(where: { String($0.id) == rest.first }) else { return Self.absent }
      let verb = rest.dropFirst().first ?? ""
      switch (request.method, verb) {
      case (.delete, ""):
        guard entries[index].author == me.id else { return Self.absent }
        return Response(body: json(entries.remove(at: index)))
      case (.put, ""):
        let text = fields["status"] as? String ?? ""
        accepted.insert(text)
        entries[index].text = text
        entries[index].isEdited = true
      default:
        let name = verb.hasPrefix("un") ? String(verb.dropFirst(2)) : verb
        if verb == name { entries[index].marks.insert(name) } else { entries[index].marks.remove(name) }
      }
      return Response(body: json(entries[index]))
    case ("notifications", ["policy"]):
      for (name, value) in fields { policy[name] = value as? String }
      return Response(body: policyJSON)
    case ("notifications", let rest) where rest.count == 3 && rest[0] == "requests":
      guard let index = requests.firstIndex(where: { String($0.account) == rest[1] }) else { return Self.absent }
      let request = requests.remove(at: index)
      if rest[2] == "accept" { notifications.append((request.entry + 5_000, request.entry)) }
      notifications.sort { $0.id > $1.id }
      return Response(body: "{}")
    case ("conversations", let rest):
      guard let index = conversations.firstIndex(where: { String($0.id) == rest.first }) else { return Self.absent }
      if request.method == .delete { conversations.remove(at: index) } else { conversations[index].isUnread = false }
      return Response(body: "{}")
    case ("markers", []):
      let form = HTTPAddress("https://form.invalid/?" + String(decoding: request.body, as: UTF8.self))
      for item in form?.query ?? [] {
        let name = String(item.name.prefix { $0 != "[" })
        mark(name, item.value, now)
      }
      return Response(body: "{}")
    default: return Self.absent
    }
  }
}

// MARK: - As JSON

extension ServerModel {
  private static let absent = Response(status: 404, body: #"{"error":"Record not found"}"#)
  private static let instance = """
    {"domain":"walk.example","title":"Walk","version":"4.4.0","api_versions":{"mastodon":5},
     "configuration":{"translation":{"enabled":true},"urls":{"streaming":"wss://walk.example"},"statuses":{"max_characters":500}}}
    """
  private static let endpoints = """
    {"authorization_endpoint":"https://walk.example/oauth/authorize","token_endpoint":"https://walk.example/oauth/token",
     "revocation_endpoint":"https://walk.example/oauth/revoke","code_challenge_methods_supported":["S256"]}
    """

  private func list(_ values: [String]) -> String { "[\(values.joined(separator: ","))]" }

  private func quoted(_ text: String) -> String {
    (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }

  private func account(_ serverAccount: ServerAccount) -> String {
    """
    {"id":"\(serverAccount.id)","username":"\(serverAccount.name)","acct":"\(serverAccount.name)","display_name":"\(serverAccount.name.capitalized)",\
    "note":"<p>Counts.</p>","fields":[],"emojis":[],"statuses_count":9,"followers_count":3,"following_count":3}
    """
  }

  private func json(_ entry: Entry) -> String {
    func mark(_ name: String, _ member: String) -> String { #""\#(member)":\#(entry.marks.contains(name))"# }
    let text = entry.text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    return """
      {"id":"\(entry.id)","created_at":"\(entry.at.ISO8601Format())","content":\(quoted("<p>\(text)</p>")),\
      "url":"https://walk.example/@x/\(entry.id)","uri":"https://walk.example/\(entry.id)",\
      "spoiler_text":"\(entry.id.isMultiple(of: 9) ? "the ending" : "")","visibility":"public","language":"en",\
      "account":\(account(Self.accounts[entry.author - 1])),"media_attachments":[],"mentions":[],"tags":[],"emojis":[],\
      "in_reply_to_id":\(entry.replyTo.map { "\"\($0)\"" } ?? "null"),"favourites_count":3,"reblogs_count":1,\
      "edited_at":\(entry.isEdited ? "\"\(entry.at.addingTimeInterval(5).ISO8601Format())\"" : "null"),\
      \(mark("favourite", "favourited")),\(mark("reblog", "reblogged")),\(mark("bookmark", "bookmarked")),\
      \(mark("pin", "pinned")),\(mark("mute", "muted"))}
      """
  }

  private func json(_ post: (id: Int, text: String, at: String, key: String?)) -> String {
    #"{"id":"\#(post.id)","scheduled_at":"\#(post.at)","params":{"text":\#(quoted(post.text))},"media_attachments":[]}"#
  }

  private var policyJSON: String {
    "{" + policy.map { #""\#($0)":"\#($1)""# }.sorted().joined(separator: ",") + "}"
  }

  private func held(_ request: (account: Int, entry: Int)) -> String {
    let entry = entries.first { $0.id == request.entry }
    return """
      {"id":"\(request.account)","account":\(account(Self.accounts[request.account - 1])),"notifications_count":"1",\
      "updated_at":"2026-11-20T11:00:00Z","last_status":\(entry.map(json) ?? "null")}
      """
  }

  private func json(_ conversation: (id: Int, entry: Int, isUnread: Bool)) -> String {
    let entry = entries.first { $0.id == conversation.entry }
    return """
      {"id":"\(conversation.id)","unread":\(conversation.isUnread),"accounts":[\(account(Self.accounts[1]))],\
      "last_status":\(entry.map { json($0).replacing("\"public\"", with: "\"direct\"") } ?? "null")}
      """
  }

  private func notification(_ known: (id: Int, entry: Int)) -> String {
    guard let entry = entries.first(where: { $0.id == known.entry }) else {
      return
        #"{"id":"\#(known.id)","type":"follow","created_at":"2026-11-20T11:00:00Z","account":\#(account(Self.accounts[1]))}"#
    }
    return """
      {"id":"\(known.id)","type":"mention","created_at":"\(entry.at.ISO8601Format())",\
      "account":\(account(Self.accounts[entry.author - 1])),"status":\(json(entry))}
      """
  }
}
