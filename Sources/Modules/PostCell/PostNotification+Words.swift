import Domain

extension PostNotification {
  /// What has happened, for people: “♥ Grace Hopper and 2 others like this”.
  public var words: String {
    switch kind {
    case .mention: "@ mentions you"
    case .post: "\(who) \(verb("has", "have")) written"
    case .repost: "⟲ \(who) reposted this"
    case .favourite: "♥ \(who) \(verb("likes", "like")) this"
    case .follow: "\(who) \(verb("follows", "follow")) you"
    case .followRequest: "\(who) \(verb("wants", "want")) to follow you"
    case .pollEnded: "the poll has ended"
    case .edit: "\(who) edited this"
    case .quote: "\(who) \(verb("quotes", "quote")) you"
    case .quotedPostEdited: "\(who) edited what you quote"
    case .severedRelationships: "your server has cut people off"
    case .moderationWarning: "your server’s moderators have written to you"
    case .other(let name): "\(name.split(separator: "_").joined(separator: " "))"
    }
  }

  private var who: String {
    guard let first = people.first else { return count == 1 ? "someone" : "\(count) people" }
    switch count {
    case 1: return first.name
    case 2: return "\(first.name) and \(people.count > 1 ? people[1].name : "another one")"
    default: return "\(first.name) and \(count - 1) others"
    }
  }

  private func verb(_ singular: String, _ plural: String) -> String { count == 1 ? singular : plural }
}
