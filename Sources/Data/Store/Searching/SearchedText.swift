import Domain

/// The content of a post in the full-text index.
struct SearchedText: Hashable {
  /// The text of the post.
  var text: String
  /// Additional text: content warning, poll options, descriptions of media, URLs.
  var more: String?
  /// The facets of the post, as terms of a column of their own. `OwnerTerms` precede them.
  var tags: String

  /// A word that separates strings, so that no phrase matches across them. Searching for it finds nothing.
  static let border = "\u{241E}"

  /// - Parameter plain: the plain text of the post.
  init(_ post: Post, plain: String) {
    text = plain
    var parts: [String] = []
    if let warning = post.warning { parts.append(warning) }
    if let poll = post.poll { parts += poll.options.map(\.title) }
    for media in post.media {
      if let description = media.description { parts.append(description) }
      if media.kind == .link, let url = media.url { parts.append(url) }
    }
    // URLs that are in the text are found there.
    if post.text.runs.count > 1 { parts += post.pageLinks.filter { $0.url != $0.text }.map(\.url) }
    more = parts.isEmpty ? nil : parts.joined(separator: " \(Self.border) ")
    tags = ""
    if post.hasMedia { tags += " " + SearchTag.media.word }
    if post.hasLink { tags += " " + SearchTag.link.word }
    if post.isRepost { tags += " " + SearchTag.repost.word }
    if post.timelineDate == nil { tags += " " + SearchTag.undated.word }
    for tag in SearchTag.facets(of: post, plain: plain) {
      tags += " "
      tags += tag.word
    }
  }
}

/// The index terms for account, profiles and timelines of posts. Most posts of an archive have the same.
struct OwnerTerms {
  private let account: StoredAccount
  private var last: (authorship: PostAuthorship, words: String)?
  private var lastListed: (words: String, timelines: String, all: String)?

  init(of account: StoredAccount) {
    self.account = account
  }

  mutating func words(for authorship: PostAuthorship) -> String {
    if let last, last.authorship == authorship { return last.words }
    var words = SearchTag.account(account.id).word
    if let author = authorship.author { words += " " + SearchTag.profile(author).word }
    if authorship.reposter > PostAuthorship.noReposter { words += " " + SearchTag.profile(authorship.reposter).word }
    if !account.isServerAccount, !account.isByMainAuthor(authorship) { words += " " + SearchTag.byOtherAuthors.word }
    last = (authorship, words)
    return words
  }

  /// - Parameter timelines: the terms for the timelines; see `SearchTag.words(for:)`.
  mutating func words(for authorship: PostAuthorship, in timelines: String) -> String {
    let words = words(for: authorship)
    guard !timelines.isEmpty else { return words }
    if let lastListed, lastListed.timelines == timelines, lastListed.words == words { return lastListed.all }
    let all = words + timelines
    lastListed = (words, timelines, all)
    return all
  }
}

/// A term of the index's third column. Terms are short, because the index also has the first three letters of each.
enum SearchTag: Hashable {
  case account(Int64)
  /// Written or reposted by a profile.
  case profile(Int64)
  /// Neither written nor reposted by the account's main author: see `StoredAccount.mainAuthor`.
  case byOtherAuthors
  /// Listed in this timeline. Only imported posts have it: those of server timelines change too often.
  case timeline(Int64)
  case media, link, repost
  /// Has no date.
  case undated
  case reply, poll, quote, edited, deleted, image, video, audio
  /// A reply to its own author.
  case thread
  /// A reply whose source does not name the recipient.
  case unnamedReply
  /// A reply to a handle: lower case, without the server, ASCII letters and digits only.
  case replyTo(String)
  /// Mentions a handle that its text does not contain. Written as in `replyTo`.
  case mentions(String)
  /// A hashtag in its text, by its words.
  case tag([String])
  /// Its language or a prefix of it, lower case.
  case language(String)
  /// The count is at least four to this power.
  case atLeast(SearchQuery.CountField, power: Int)
  /// The count is in this bucket: see `CountTags`.
  case near(SearchQuery.CountField, bucket: Int)
  /// The count is unknown or negative.
  case unknownCount(SearchQuery.CountField)

  var word: String {
    switch self {
    case .account(let id): "a\(id)"
    case .profile(let id): "p\(id)"
    case .byOtherAuthors: "nm"
    // At most two letters for the first 35: see above.
    case .timeline(let id): "q" + String(id, radix: 36)
    case .media: "hm"
    case .link: "hl"
    case .repost: "rp"
    case .undated: "nd"
    case .reply: "ry"
    case .poll: "hp"
    case .quote: "hq"
    case .edited: "ed"
    case .deleted: "dl"
    case .image: "hi"
    case .video: "hv"
    case .audio: "hu"
    case .thread: "th"
    case .unnamedReply: "nk"
    case .replyTo(let name): "o" + name
    case .mentions(let name): "m" + name
    case .tag(let words): "j" + words.joined()
    case .language(let code): "g" + code.filter { $0 != "-" }
    case .atLeast(.likes, let power): "k\(power)"
    case .atLeast(.reposts, let power): "s\(power)"
    case .near(.likes, let bucket): "b" + String(bucket, radix: 36)
    case .near(.reposts, let bucket): "c" + String(bucket, radix: 36)
    case .unknownCount(.likes): "kn"
    case .unknownCount(.reposts): "sn"
    }
  }
}

extension SearchTag {
  /// The terms for timelines, each with a space before it.
  static func words(for timelines: some Sequence<Int64>) -> String {
    Set(timelines).sorted().map { " " + SearchTag.timeline($0).word }.joined()
  }
}
