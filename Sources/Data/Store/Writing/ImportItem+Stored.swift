import Domain

extension Post {
  /// Replaces a profile in the post and in the posts it quotes.
  mutating func renameProfile(_ former: String, to owner: Profile) {
    if author?.storeKey == former { author = owner }
    if repost?.by?.storeKey == former { repost?.by = owner }
    if replyToAuthor?.storeKey == former { replyToAuthor = owner }
    guard case .shown(var quoted)? = quote else { return }
    quoted.renameProfile(former, to: owner)
    quote = .shown(quoted)
  }

  var searchedText: SearchedText { SearchedText(self, plain: text.plain) }
}

extension PreparedPosts {
  /// The quoted posts that are not among these posts.
  var quotedItems: [ImportItem] {
    let quoted = filter(\.containsQuotedPost).flatMap { item($0).quotedItems }
    guard !quoted.isEmpty else { return [] }
    let own = Set(lazy.filter { !$0.isRepost }.map { post($0).id })
    return quoted.filter { !own.contains($0.post.id) }
  }
}

extension ImportItem {
  /// The posts that it quotes, including nested ones. They are in no timeline.
  var quotedItems: [ImportItem] {
    var items: [ImportItem] = []
    var quote = post.quote
    while case .shown(var quoted)? = quote {
      quote = quoted.quote
      quoted.repost = nil
      items.append(ImportItem(post: quoted, timelines: []))
    }
    return items
  }

  /// The post to store instead of the old one; nil if nothing has changed. Values that a source does not state are
  /// kept.
  /// - Parameter staysDeleted: Whether a deleted post stays deleted, whatever the source says. A server that lists a
  ///   post has it.
  func replacing(_ old: Post, staysDeleted: Bool) -> Post? {
    guard !isIncomplete else { return nil }
    var new = post
    new.inheritViewerState(from: old)
    if let counts = old.counts {
      new.counts = Counts(
        replies: new.counts?.replies ?? counts.replies, reposts: new.counts?.reposts ?? counts.reposts,
        likes: new.counts?.likes ?? counts.likes)
    }
    if new.replyTo == old.replyTo, new.replyToAuthor == nil { new.replyToAuthor = old.replyToAuthor }
    if staysDeleted, old.states.contains(.deleted) { new.states.insert(.deleted) }
    return new.comparableForm == old.comparableForm ? nil : new
  }
}
