import Domain
import FoundationEssentials

/// A post that is to be written, without its values. It is small, and holds nothing that is elsewhere in memory: an
/// import looks at each several times.
struct PreparedPost: Sendable {
  /// What puts it in order; nil where it has none.
  let date: Date?
  /// Who wrote it and who passed it on, by their numbers in its chunk; nil where its source names nobody.
  let author: Int?
  let reposter: Int?
  let isRepost: Bool
  let isNotificationAlone: Bool
  /// Whether it is a version of others that its source names.
  let hasVersions: Bool
  /// Whether it holds the post that it quotes.
  let holdsQuoted: Bool
  let linkCount: Int
  let mediaCount: Int
  let optionCount: Int
  /// Where its values begin in those of its chunk.
  let start: Int
  /// Where its words begin there; nil where it stands in no timeline: only what can be found in one is searched.
  fileprivate(set) var searched: Int?
  /// In which timelines it stands, by their number in its chunk.
  fileprivate(set) var listing: Int
  /// Of the item that it was made from.
  fileprivate let index: Int
  fileprivate(set) var chunk = 0
}

/// Posts as they are written, with all of their values that do not hang on what is in the store: those of some thousand
/// posts lie one behind the other. The thread that reads an archive makes them, and the one that writes hands them on to
/// SQLite as they are.
struct PreparedPosts: RandomAccessCollection, Sendable {
  /// Posts that were prepared together.
  struct Chunk: Sendable {
    /// The values of each post's row from the text on, those of what belongs to it, and what is searched.
    fileprivate(set) var values = PackedValues()
    fileprivate let items: [ImportItem]
    /// In the order in which posts name them.
    fileprivate(set) var people = Interner<Profile>()
    fileprivate(set) var listings = Interner<[TimelineID]>()
  }

  private(set) var chunks: [Chunk] = []
  private var posts: [PreparedPost] = []

  init(_ items: [ImportItem] = []) {
    guard !items.isEmpty else { return }
    var chunk = Chunk(items: items)
    chunk.values.reserve(items.count * PackedValues.usual)
    posts.reserveCapacity(items.count)
    for index in items.indices { posts.append(chunk.prepare(index)) }
    chunks.append(chunk)
  }

  var startIndex: Int { posts.startIndex }

  var endIndex: Int { posts.endIndex }

  subscript(index: Int) -> PreparedPost { posts[index] }

  mutating func append(_ others: PreparedPosts) {
    let first = chunks.count
    chunks += others.chunks
    posts.reserveCapacity(posts.count + others.count)
    for var post in others {
      post.chunk += first
      posts.append(post)
    }
  }

  func timelines(of post: PreparedPost) -> [TimelineID] { chunks[post.chunk].listings[post.listing] }

  func post(_ post: PreparedPost) -> Post { chunks[post.chunk].items[post.index].post }

  /// As it was, in the timelines in which it stands now.
  func item(_ post: PreparedPost) -> ImportItem {
    var item = chunks[post.chunk].items[post.index]
    item.timelines = timelines(of: post)
    return item
  }

  /// Has the post of that index stand in other timelines.
  mutating func list(_ index: Int, in timelines: [TimelineID]) {
    let chunk = posts[index].chunk
    posts[index].listing = chunks[chunk].listings.number(of: timelines)
    if timelines.isEmpty { posts[index].searched = nil }
  }
}

extension PreparedPosts.Chunk {
  fileprivate mutating func prepare(_ index: Int) -> PreparedPost {
    let item = items[index]
    let post = item.post
    let start = values.count
    let text = StoredText(post.text)
    let options = post.poll?.options ?? []
    values.add(post, text)
    for link in text.links { values.add(link) }
    for media in post.media { values.add(media) }
    for option in options { values.add(option) }
    var searched: Int?
    if !item.timelines.isEmpty {
      searched = values.count
      values.add(SearchedText(post, plain: text.plain))
    }
    // Whoever has several names in an import goes by the first: that of its author comes before that of who passed it on.
    let author = post.author.map { people.number(of: $0) }
    let reposter = post.repost?.by.map { people.number(of: $0) }
    return PreparedPost(
      date: post.timelineDate, author: author, reposter: reposter, isRepost: post.repost != nil,
      isNotificationAlone: post.isNotificationAlone, hasVersions: !post.versionIDs.isEmpty,
      holdsQuoted: post.holdsQuoted, linkCount: text.links.count, mediaCount: post.media.count,
      optionCount: options.count, start: start, searched: searched, listing: listings.number(of: item.timelines),
      index: index)
  }
}

extension Post {
  fileprivate var holdsQuoted: Bool { if case .shown? = quote { true } else { false } }
}

/// Some thousand posts of an import, ready to be written.
struct PreparedBatch: Sendable {
  let owner: Profile?
  let format: String
  let posts: PreparedPosts
  let progress: ImportProgress
  let asOf: Date?
  let isAgeless: Bool

  init(_ batch: ImportBatch) {
    owner = batch.owner
    format = batch.format
    posts = PreparedPosts(batch.items)
    progress = batch.progress
    asOf = batch.asOf
    isAgeless = batch.isAgeless
  }
}

extension PackedValues {
  /// In bytes. As much as the values of most posts take.
  fileprivate static let usual = 640

  /// What `PostStatements` writes into the columns of a post's own row, in their order.
  fileprivate mutating func add(_ post: Post, _ text: StoredText) {
    add(text.plain)
    add(post.id.rawValue)
    add(post.repost?.at?.milliseconds)
    add(post.createdAt?.milliseconds)
    add(post.indexedAt?.milliseconds)
    add(post.url)
    add(post.replyTo?.rawValue)
    add(post.quote?.id?.rawValue)
    add(post.quote?.storedState)
    add(post.warning)
    let counts = post.counts
    add(counts?.replies)
    add(counts?.reposts)
    add(counts?.likes)
    add(post.visibility?.rawValue)
    add(post.storedStates)
    let poll = post.poll
    add(poll.map { $0.isClosed ? 1 : 0 })
    let answered = post.replyToAuthor
    add(answered?.handle)
    add(answered?.name == answered?.handle ? nil : answered?.name)
    add(post.viewer?.stored)
    add(poll.flatMap(StoredPoll.init)?.stored)
    let details = post.details
    add(details?.language)
    add(details?.application)
    add(details.map { $0.isAutomated ? 1 : 0 })
    add(StoredMentions(post.mentions).stored)
    add(text.emphasis.stored)
  }

  /// As words, which the thread that writes need not look for.
  fileprivate mutating func add(_ searched: SearchedText) {
    for text in [searched.text, searched.more] {
      guard let text else {
        add(String?.none)
        continue
      }
      addText { bytes in
        bytes.append(WordTokenizer.cutMark)
        WordTokenizer.appendWords(of: text, to: &bytes)
      }
    }
    addText { WordTokenizer.appendWords(of: searched.tags, to: &$0) }
  }

  fileprivate mutating func add(_ link: StoredText.Link) {
    add(link.start)
    add(link.length)
    add(link.url)
    add(link.label)
    add(link.kind?.stored)
  }

  fileprivate mutating func add(_ media: Media) {
    add(media.kind.rawValue)
    add(media.url)
    add(media.description)
  }

  fileprivate mutating func add(_ option: Poll.Option) {
    add(option.title)
    add(option.votes)
  }
}
