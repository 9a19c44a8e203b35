import Domain

extension PostNotification {
  /// What has happened, for people: “♥ Grace Hopper and 2 others like this”.
  /// - Parameter isAboutPost: whether the post stands below; else the server has not sent it, or there is none.
  public func words(isAboutPost: Bool) -> String {
    let this = isAboutPost ? "this" : "a post of yours"
    return switch kind {
    case .mention: "@ mentions you"
    case .post: "\(who) \(verb("has", "have")) written"
    case .repost: "⟲ \(who) reposted \(this)"
    case .favourite: "♥ \(who) \(verb("likes", "like")) \(this)"
    case .follow: "\(who) \(verb("follows", "follow")) you"
    case .followRequest: "\(who) \(verb("wants", "want")) to follow you"
    case .pollEnded: "the poll has ended"
    case .edit: "\(who) edited \(isAboutPost ? "this" : "a post")"
    case .quote: "\(who) \(verb("quotes", "quote")) you"
    case .quotedPostEdited: "\(who) edited what you quote"
    case .severedRelationships: "your server has cut people off"
    case .moderationWarning: "your server’s moderators have written to you"
    case .reaction: "\(emoji.map { "\($0) " } ?? "")\(who) reacted to \(this)"
    case .signUp: "\(who) \(verb("has", "have")) signed up"
    case .report: "\(who) \(verb("has", "have")) reported an account"
    case .other(let name): unknown(name)
    }
  }

  /// Tern does not know what it means, but who did it, and what it is called: “Grace Hopper: followed message”.
  private func unknown(_ name: String) -> String {
    // Forks put their own name first: `pleroma:chat_mention`.
    let words = name.split(separator: ":").last?.split { "_.".contains($0) }.joined(separator: " ") ?? ""
    let what = [emoji, words.isEmpty ? "new notification" : words].compactMap(\.self).joined(separator: " ")
    return people.isEmpty && count <= 1 ? what : "\(who): \(what)"
  }

  private var who: String {
    guard let first = people.first else { return count <= 1 ? "someone" : "\(count) people" }
    switch count {
    case ...1: return first.nameAndHandle
    case 2: return "\(first.nameAndHandle) and \(people.count > 1 ? people[1].nameAndHandle : "another one")"
    default: return "\(first.nameAndHandle) and \(count - 1) others"
    }
  }

  private func verb(_ singular: String, _ plural: String) -> String { count <= 1 ? singular : plural }
}
