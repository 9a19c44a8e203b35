import Domain

/// What the full-text index is given of a post.
struct SearchedText: Hashable {
  /// What the post itself says.
  var text: String
  /// What it carries: warning, answers of a poll, a quoted post, descriptions, addresses.
  var more: String?
  /// Words that no text can hold, for what a query asks besides words.
  var tags: String

  /// A word that keeps phrases from reaching from one text into the next. To look for it finds nothing.
  static let border = "\u{241E}"

  init(_ post: Post, _ people: PostPeople, account: Int64) {
    text = post.text.plain
    var parts = post.saidTexts.dropFirst() + post.media.compactMap(\.description)
    // What stands in the text is found there.
    if post.text.runs.count > 1 || !post.media.isEmpty {
      parts += post.linkTexts.filter { [links = post.text.links] text in !links.contains { $0.text == text } }
    }
    more = parts.isEmpty ? nil : parts.joined(separator: " \(Self.border) ")
    tags = SearchTag.account(account).word
    if let author = people.author { tags += " " + SearchTag.profile(author).word }
    if people.reposter > PostPeople.nobody { tags += " " + SearchTag.profile(people.reposter).word }
    if post.hasMedia { tags += " " + SearchTag.media.word }
    if post.hasLink { tags += " " + SearchTag.link.word }
    if post.isRepost { tags += " " + SearchTag.repost.word }
  }
}

/// A word of the index's third column. They are short: the index also keeps the first three letters of each word.
enum SearchTag: Hashable {
  case account(Int64)
  /// Written or reposted by.
  case profile(Int64)
  case media, link, repost

  var word: String {
    switch self {
    case .account(let id): "a\(id)"
    case .profile(let id): "p\(id)"
    case .media: "hm"
    case .link: "hl"
    case .repost: "rp"
    }
  }
}
