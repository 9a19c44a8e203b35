import Foundation

extension SimulatedServer {
  private static func time(_ date: Date) -> String { "\"\(date.ISO8601Format())\"" }

  func json(_ account: Account) -> String {
    let picture = "\(origin)/images/\(account.name)"
    return """
      {"id":"\(account.id)","username":"\(account.name)","acct":"\(account.name)","url":"\(origin)/@\(account.name)",\
      "display_name":\(quoted(account.displayName)),"avatar":"\(picture).gif","avatar_static":"\(picture).png",\
      "note":"<p>Counts.</p>","fields":[],"emojis":\(emoji(in: account.displayName)),\
      "statuses_count":9,"followers_count":3,"following_count":3}
      """
  }

  func json(_ post: Post) -> String {
    func mark(_ name: String, _ member: String) -> String { #""\#(member)":\#(post.marks.contains(name))"# }
    let text = post.text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    let author = accounts[post.author - 1]
    return """
      {"id":"\(post.id)","created_at":\(Self.time(post.date)),"content":\(quoted("<p>\(text)</p>")),\
      "url":"\(origin)/@\(author.name)/\(post.id)","uri":"\(origin)/\(post.id)",\
      "spoiler_text":"\(post.id.isMultiple(of: 9) ? "the ending" : "")","visibility":"public","language":"en",\
      "account":\(json(author)),"media_attachments":[],"mentions":[],"tags":[],"emojis":\(emoji(in: post.text)),\
      "in_reply_to_id":\(post.replyTo.map { "\"\($0)\"" } ?? "null"),"favourites_count":3,"reblogs_count":1,\
      "edited_at":\(post.isEdited ? Self.time(post.date.addingTimeInterval(5)) : "null"),\
      \(mark("favourite", "favourited")),\(mark("reblog", "reblogged")),\(mark("bookmark", "bookmarked")),\
      \(mark("pin", "pinned")),\(mark("mute", "muted"))}
      """
  }

  private func emoji(in text: String) -> String {
    array(
      emoji.filter { text.contains(":\($0):") }.map {
        #"{"shortcode":"\#($0)","url":"\#(origin)/images/\#($0).gif","static_url":"\#(origin)/images/\#($0).png"}"#
      })
  }

  func json(_ post: ScheduledPost) -> String {
    #"{"id":"\#(post.id)","scheduled_at":"\#(post.time)","params":{"text":\#(quoted(post.text))},"media_attachments":[]}"#
  }

  func held(_ request: (account: Int, post: Int)) -> String {
    let post = posts.first { $0.id == request.post }
    return """
      {"id":"\(request.account)","account":\(json(accounts[request.account - 1])),"notifications_count":"1",\
      "updated_at":"2026-11-20T11:00:00Z","last_status":\(post.map(json) ?? "null")}
      """
  }

  func json(_ conversation: (id: Int, post: Int, isUnread: Bool)) -> String {
    let post = posts.first { $0.id == conversation.post }
    return """
      {"id":"\(conversation.id)","unread":\(conversation.isUnread),"accounts":[\(json(accounts[1]))],\
      "last_status":\(post.map { json($0).replacing("\"public\"", with: "\"direct\"") } ?? "null")}
      """
  }

  func notification(_ known: (id: Int, post: Int)) -> String {
    guard let post = posts.first(where: { $0.id == known.post }) else {
      return
        #"{"id":"\#(known.id)","type":"follow","created_at":"2026-11-20T11:00:00Z","account":\#(json(accounts[1]))}"#
    }
    return """
      {"id":"\(known.id)","type":"mention","created_at":\(Self.time(post.date)),\
      "account":\(json(accounts[post.author - 1])),"status":\(json(post))}
      """
  }
}
