import Domain

/// Resolves quotes that have only the ID of the quoted post, if the source contains that post elsewhere.
struct QuoteResolver {
  private var found: [PostID: Post] = [:]

  static func resolve(_ posts: [Post]) -> [Post] {
    QuoteResolver([posts]).resolved(posts)
  }

  /// - Parameter lists: the posts in which quoted posts are looked up.
  init(_ lists: [[Post]]) {
    let missingIDs = Set(lists.joined().lazy.compactMap(Self.missingQuote))
    guard !missingIDs.isEmpty else { return }
    for post in lists.joined() where missingIDs.contains(post.id) && found[post.id] == nil {
      found[post.id] = post
      found[post.id]?.repost = nil
    }
  }

  func resolved(_ posts: [Post]) -> [Post] {
    found.isEmpty ? posts : posts.map(resolved)
  }

  private func resolved(_ post: Post) -> Post {
    guard let id = Self.missingQuote(of: post), let quoted = found[id], id != post.id else { return post }
    var post = post
    post.quote = .shown(quoted)
    post.text = post.text.withoutLine(naming: quoted)
    return post
  }

  private static func missingQuote(of post: Post) -> PostID? {
    guard case .unavailable(let id, .notInSource)? = post.quote else { return nil }
    return id
  }
}

extension PostText {
  /// The text without the line `RE: address` before or after it, which servers write for programs that cannot show the
  /// quoted post.
  func withoutLine(naming quoted: Post) -> PostText {
    func names(_ run: Run?) -> Bool {
      guard case .link(let link)? = run else { return false }
      return link.url == quoted.url || link.url == quoted.id.rawValue
    }
    if runs.first == .text("RE: "), names(runs.dropFirst().first) {
      var rest = runs.dropFirst(2)
      guard let next = rest.popFirst() else { return PostText() }
      guard case .text(let text) = next else { return self }
      let trimmed = text.drop(while: \.isNewline)
      // If the line continues after the link, the author wrote it.
      guard trimmed.startIndex > text.startIndex else { return self }
      return PostText((trimmed.isEmpty ? [] : [.text(String(trimmed))]) + rest)
    }
    if names(runs.last), case .text(let text)? = runs.dropLast().last, text.hasSuffix("\nRE: ") {
      var text = text.dropLast("RE: ".count)
      while text.last?.isNewline == true { text.removeLast() }
      return PostText(runs.dropLast(2) + (text.isEmpty ? [] : [.text(String(text))]))
    }
    return self
  }
}
