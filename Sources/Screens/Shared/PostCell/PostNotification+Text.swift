import Domain

extension PostNotification {
  /// A phrase for the event: “♥ Grace Hopper and 2 others liked this”.
  /// - Parameters:
  ///   - isAboutPost: whether the post is shown below. If not, the server did not send it, or there is none.
  ///   - omitsFirstName: whether the phrase follows the first name: “followed you”, “and 2 others followed you”.
  ///   - maxNamed: the maximum number of people named, by their names only; nil names the first one, with the handle.
  public func text(isAboutPost: Bool, omitsFirstName: Bool = false, maxNamed: Int? = nil) -> String {
    let this = isAboutPost ? "this" : "your post"
    let subject = omitsFirstName ? otherNames : maxNamed.map(names) ?? names
    /// The phrase after the names, and before them a symbol.
    func phrase(_ verb: String, symbol: String? = nil) -> String {
      [symbol ?? "", subject, verb].filter { !$0.isEmpty }.joined(separator: " ")
    }
    return switch kind {
    case .mention: "@ mentioned you"
    case .post: phrase("posted")
    case .repost: phrase("reposted \(this)", symbol: "⟲")
    case .favourite: phrase("liked \(this)", symbol: "♥")
    case .follow: phrase("followed you")
    case .followRequest: phrase("\(count <= 1 ? "wants" : "want") to follow you")
    case .pollEnded: "the poll has ended"
    case .edit: phrase("edited \(isAboutPost ? "this" : "a post")")
    case .quote: phrase("quoted you")
    case .quotedPostEdited: phrase("edited a post you quoted")
    case .severedRelationships: "your server removed some of your connections"
    case .moderationWarning: "your server’s moderators sent you a warning"
    case .reaction: phrase("reacted to \(this)", symbol: emoji)
    case .signUp: phrase("signed up")
    case .report: phrase("reported an account")
    case .conversation: "with \(handles)"
    case .other(let name): unknown(name, by: subject)
    }
  }

  /// The name of an unknown kind, and who it is from: “Grace Hopper: followed message”.
  private func unknown(_ name: String, by subject: String) -> String {
    // Forks prefix their own name: `pleroma:chat_mention`.
    let words = name.split(separator: ":").last?.split { "_.".contains($0) }.joined(separator: " ") ?? ""
    let what = [emoji, words.isEmpty ? "new notification" : words].compactMap(\.self).joined(separator: " ")
    return subject.isEmpty || profiles.isEmpty && count <= 1 ? what : "\(subject): \(what)"
  }

  /// “Ada, Grace and 3 others”.
  func names(upTo limit: Int) -> String {
    guard count > 1, !profiles.isEmpty else { return names }
    let named = profiles.prefix(count <= limit ? limit : max(1, limit - 1)).map(\.displayName)
    let rest = count - named.count
    let last = rest > 0 ? PostCellViewModel.count(rest, "other", "others") : named[named.count - 1]
    let others = rest > 0 ? named : named.dropLast()
    return others.isEmpty ? last : others.joined(separator: ", ") + " and " + last
  }

  /// “@ada, @grace and @alan”.
  private var handles: String {
    let handles = profiles.map(\.label)
    guard let last = handles.last else { return "no one else" }
    return handles.count == 1 ? last : handles.dropLast().joined(separator: ", ") + " and " + last
  }

  private var names: String {
    guard let first = profiles.first else { return count <= 1 ? "someone" : "\(count) people" }
    return [first.nameAndHandle, otherNames].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// “and Ada Lovelace @ada”, “and 2 others”; empty if there is only one.
  private var otherNames: String {
    switch count {
    case ...1: ""
    case 2: "and \(profiles.count > 1 ? profiles[1].nameAndHandle : "1 other")"
    default: "and \(count - 1) others"
    }
  }
}

extension PostNotification {
  /// The reposts of a post in a timeline, to name the accounts.
  public init(reposts reposters: [Profile], of post: Post) {
    self.init(id: "reposts of \(post.id.rawValue)", kind: .repost, profiles: reposters, at: post.timelineDate)
  }
}
