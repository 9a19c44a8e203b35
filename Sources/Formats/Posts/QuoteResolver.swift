import Domain

/// Shows quoted posts that a source names by id only and holds elsewhere.
struct QuoteResolver {
  private var found: [PostID: Post] = [:]

  static func resolve(_ posts: [Post]) -> [Post] {
    QuoteResolver([posts]).resolved(posts)
  }

  /// - Parameter lists: posts that may quote, or be quoted.
  init(_ lists: [[Post]]) {
    let wanted = Set(lists.joined().lazy.compactMap(Self.missingQuote))
    guard !wanted.isEmpty else { return }
    for post in lists.joined() where wanted.contains(post.id) && found[post.id] == nil {
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
