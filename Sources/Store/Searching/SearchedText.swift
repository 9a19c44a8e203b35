import Domain

/// What the full-text index is given of a post.
struct SearchedText: Hashable {
  /// What the post itself says.
  var text: String
  /// What it carries: warning, answers of a poll, descriptions, addresses.
  var more: String?
  /// What a query asks besides words, as words of a column of their own. Those for whose it is come before them.
  var tags: String

  /// A word that keeps phrases from reaching from one text into the next. To look for it finds nothing.
  static let border = "\u{241E}"

  /// - Parameter plain: the post's text.
  init(_ post: Post, plain: String) {
    text = plain
    var parts: [String] = []
    if let warning = post.warning { parts.append(warning) }
    if let poll = post.poll { parts += poll.options.map(\.title) }
    for media in post.media {
      if let description = media.description { parts.append(description) }
      if media.kind == .link, let url = media.url { parts.append(url) }
    }
    // What stands in the text is found there.
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

/// The words for whose posts they are, and for where they stand. Most posts of an archive have the same.
struct OwnerTerms {
  private let account: StoredAccount
  private var last: (people: PostPeople, words: String)?
  private var lastListed: (words: String, timelines: String, all: String)?

  init(of account: StoredAccount) {
    self.account = account
  }

  mutating func words(for people: PostPeople) -> String {
    if let last, last.people == people { return last.words }
    var words = SearchTag.account(account.id).word
    if let author = people.author { words += " " + SearchTag.profile(author).word }
    if people.reposter > PostPeople.nobody { words += " " + SearchTag.profile(people.reposter).word }
    if !account.isServerAccount, !account.isByMainAuthor(people) { words += " " + SearchTag.byOthers.word }
    last = (people, words)
    return words
  }

  /// - Parameter timelines: the words for where it stands; see `SearchTag.words(for:)`.
  mutating func words(for people: PostPeople, in timelines: String) -> String {
    let words = words(for: people)
    guard !timelines.isEmpty else { return words }
    if let lastListed, lastListed.timelines == timelines, lastListed.words == words { return lastListed.all }
    let all = words + timelines
    lastListed = (words, timelines, all)
    return all
  }
}

/// A word of the index's third column. They are short: the index also keeps the first three letters of each word.
enum SearchTag: Hashable {
  case account(Int64)
  /// Written or reposted by.
  case profile(Int64)
  /// Neither written nor reposted by the account's main author: see `StoredAccount.mainAuthor`.
  case byOthers
  /// It stands in this timeline. Only posts that have been imported have it: those of servers come and go.
  case timeline(Int64)
  case media, link, repost
  /// It has no date, and stands where its neighbours do.
  case undated
  case reply, poll, quote, edited, deleted, image, video, audio
  /// It answers its own author.
  case thread
  /// It answers somebody whom its source does not name.
  case answersUnnamed
  /// It answers a handle: in small letters and without its server, what of it is letters and digits of ASCII.
  case answers(String)
  /// It mentions a handle that its text does not name; the handle is written as that of `answers`.
  case mentions(String)
  /// A tag in its text, by its words.
  case tag([String])
  /// Its language as far as a hyphen, in small letters.
  case language(String)
  /// There are at least four to this power of them.
  case atLeast(SearchQuery.Counted, power: Int)
  /// There are as many as the numbers of this bucket: see `CountTags`.
  case near(SearchQuery.Counted, bucket: Int)
  /// Nobody has told how many there are, or what was told is no number of anything.
  case untold(SearchQuery.Counted)

  var word: String {
    switch self {
    case .account(let id): "a\(id)"
    case .profile(let id): "p\(id)"
    case .byOthers: "nm"
    // No more than two letters for the first 35: see above.
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
    case .answersUnnamed: "nk"
    case .answers(let name): "o" + name
    case .mentions(let name): "m" + name
    case .tag(let words): "j" + words.joined()
    case .language(let code): "g" + code.filter { $0 != "-" }
    case .atLeast(.likes, let power): "k\(power)"
    case .atLeast(.reposts, let power): "s\(power)"
    case .near(.likes, let bucket): "b" + String(bucket, radix: 36)
    case .near(.reposts, let bucket): "c" + String(bucket, radix: 36)
    case .untold(.likes): "kn"
    case .untold(.reposts): "sn"
    }
  }
}

extension SearchTag {
  /// What stands behind the words for whose a post is: the words for timelines, each with a space before it.
  static func words(for timelines: some Sequence<Int64>) -> String {
    Set(timelines).sorted().map { " " + SearchTag.timeline($0).word }.joined()
  }
}
