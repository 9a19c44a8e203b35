import Domain

extension Post {
  /// Has somebody go by another name, in what it quotes as well.
  mutating func call(_ former: String, _ owner: Profile) {
    if author?.storeKey == former { author = owner }
    if repost?.by?.storeKey == former { repost?.by = owner }
    if replyToAuthor?.storeKey == former { replyToAuthor = owner }
    guard case .shown(var quoted)? = quote else { return }
    quoted.call(former, owner)
    quote = .shown(quoted)
  }

  var searchedText: SearchedText { SearchedText(self, plain: text.plain) }
}

extension PreparedPosts {
  /// What they quote, but for what is among them.
  var quotedItems: [ImportItem] {
    let quoted = filter(\.holdsQuoted).flatMap { item($0).quotedItems }
    guard !quoted.isEmpty else { return [] }
    let own = Set(lazy.filter { !$0.isRepost }.map { post($0).id })
    return quoted.filter { !own.contains($0.post.id) }
  }
}

extension ImportItem {
  /// The posts that it quotes, one within the other. They stand in no timeline by that; they are there for it.
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

  /// The post as it is to be stored from now on; nil where nothing has changed. What a source does not say is kept.
  /// - Parameter staysDeleted: what has been deleted stays so, whatever the source says. A server that shows a post has
  ///   it.
  func replacing(_ old: Post, staysDeleted: Bool) -> Post? {
    guard !isSketch else { return nil }
    var new = post
    new.keepViewer(of: old)
    if let counts = old.counts {
      new.counts = Counts(
        replies: new.counts?.replies ?? counts.replies, reposts: new.counts?.reposts ?? counts.reposts,
        likes: new.counts?.likes ?? counts.likes)
    }
    if new.replyTo == old.replyTo, new.replyToAuthor == nil { new.replyToAuthor = old.replyToAuthor }
    if staysDeleted, old.states.contains(.deleted) { new.states.insert(.deleted) }
    return new.storedForm == old.storedForm ? nil : new
  }
}
