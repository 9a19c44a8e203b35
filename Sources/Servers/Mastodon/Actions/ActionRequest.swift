import Domain
import Network

/// The HTTP request for an action.
struct ActionRequest {
  var method = HTTPRequest.Method.post
  var address: HTTPAddress
  var body = RequestBody.none
  /// Whether the request is idempotent.
  var isRepeatable = true
}

extension MastodonClient {
  /// The request for an action; nil if the action needs several requests.
  func request(_ action: UserAction) -> ActionRequest? {
    switch action {
    case .favourite(let isOn, let post): at(post, isOn ? "favourite" : "unfavourite")
    case .repost(let isOn, let post, let visibility):
      ActionRequest(
        address: address(ofPost: post, [isOn ? "reblog" : "unreblog"]),
        body: isOn ? visibility.map { RequestBody(json: ["visibility": $0.serverName]) } ?? .none : .none)
    case .bookmark(let isOn, let post): at(post, isOn ? "bookmark" : "unbookmark")
    case .pin(let isOn, let post): at(post, isOn ? "pin" : "unpin")
    case .muteThread(let isOn, let post): at(post, isOn ? "mute" : "unmute")
    case .vote(let options, let poll, _):
      ActionRequest(
        address: address("polls", poll, ["votes"]), body: RequestBody(json: ["choices": options]), isRepeatable: false)
    case .delete(let post): ActionRequest(method: .delete, address: address(ofPost: post))
    case .setQuotePolicy(let policy, let post):
      ActionRequest(
        method: .put, address: address(ofPost: post, ["interaction_policy"]),
        body: RequestBody(json: ["quote_approval_policy": policy.rawValue]))
    case .revokeQuote(let quoted, let post):
      ActionRequest(address: address(ofPost: quoted, ["quotes", post.rawValue, "revoke"]))
    case .follow(let isOn, let account): at(account: account, isOn ? "follow" : "unfollow")
    case .mute(nil, let account): at(account: account, "unmute")
    case .mute(let terms?, let account):
      ActionRequest(
        address: address("accounts", account, ["mute"]),
        body: RequestBody(json: MuteBody(duration: terms.duration, notifications: terms.hidesNotifications)))
    case .block(let isOn, let account): at(account: account, isOn ? "block" : "unblock")
    case .showReposts(let isOn, let account):
      ActionRequest(address: address("accounts", account, ["follow"]), body: RequestBody(json: ["reblogs": isOn]))
    case .acceptFollower(let isOn, let account):
      ActionRequest(address: address("follow_requests", account, [isOn ? "authorize" : "reject"]))
    case .addToList(let isOn, let list, let account): request(list, adds: isOn, account)
    case .note(let text, let account):
      ActionRequest(
        address: address("accounts", account, ["note"]), body: RequestBody(json: ["comment": text.unescapingControls]))
    case .notify(let isOn, let account):
      ActionRequest(address: address("accounts", account, ["follow"]), body: RequestBody(json: ["notify": isOn]))
    case .endorse(let isOn, let account): at(account: account, isOn ? "endorse" : "unendorse")
    case .blockServer(let isOn, let host):
      ActionRequest(
        method: isOn ? .post : .delete,
        address: server.at("api", "v1", "domain_blocks", query: isOn ? [] : [.init("domain", host)]),
        body: isOn ? .form(FormBody([.init("domain", host)])) : .none)
    case .followTag(let isOn, let tag):
      ActionRequest(address: address("tags", tag, [isOn ? "follow" : "unfollow"]))
    case .report(let report):
      ActionRequest(
        address: server.at("api", "v1", "reports"), body: RequestBody(json: ReportBody(report)), isRepeatable: false)
    case .readConversation(let id): ActionRequest(address: address("conversations", id, ["read"]))
    case .removeConversation(let id): ActionRequest(method: .delete, address: address("conversations", id))
    case .dismiss, .cancelScheduled: nil
    }
  }

  private func at(_ post: PostID, _ verb: String) -> ActionRequest {
    ActionRequest(address: address(ofPost: post, [verb]))
  }

  private func at(account: String, _ verb: String) -> ActionRequest {
    ActionRequest(address: address("accounts", account, [verb]))
  }

  /// Accounts to remove from a list are in the query, since a DELETE has no body (RFC 9110, 9.3.5), and in a form: snac
  /// reads nothing else.
  private func request(_ list: String, adds: Bool, _ account: String) -> ActionRequest {
    var address = address("lists", list, ["accounts"])
    if adds { return ActionRequest(address: address, body: RequestBody(json: ["account_ids": [account]])) }
    address.query = [.init("account_ids[]", account)]
    return ActionRequest(method: .delete, address: address, body: .form(FormBody(address.query)))
  }
}

/// Documentation, methods/accounts, “mute”.
private struct MuteBody: Encodable {
  var duration: Int?
  var notifications: Bool
}

/// Documentation, methods/reports.
private struct ReportBody: Encodable {
  enum CodingKeys: String, CodingKey {
    case account = "account_id"
    case posts = "status_ids"
    case comment
    case forwards = "forward"
    case reason = "category"
  }

  var account: String
  var posts: [String]
  var comment: String
  var forwards: Bool
  var reason: String

  init(_ report: Report) {
    account = report.account
    posts = report.posts.map(\.rawValue)
    comment = report.comment.unescapingControls
    forwards = report.forwards
    reason = report.reason.rawValue
  }
}
