import Domain
import FoundationEssentials

/// A post to write, without its values. Small and without references, because an import accesses each one several
/// times.
struct PreparedPost: Sendable {
  /// The date to sort by; nil if it has none.
  let date: Date?
  /// Author and reposter, by their numbers in the chunk; nil if the source does not name them.
  let author: Int?
  let reposter: Int?
  let isRepost: Bool
  let isNotificationAlone: Bool
  /// Whether the source lists other versions of it.
  let hasVersions: Bool
  let containsQuotedPost: Bool
  let linkCount: Int
  let mediaCount: Int
  let optionCount: Int
  /// The offset of its values in those of the chunk.
  let start: Int
  /// The offset of its index terms; nil if it is in no timeline, because only listed posts are searched.
  fileprivate(set) var searched: Int?
  /// Its timelines, by their number in the chunk.
  fileprivate(set) var listing: Int
  /// The index of its item.
  fileprivate let index: Int
  fileprivate(set) var chunk = 0
}

/// Posts to write, with all values that do not depend on the store. The values of some thousand posts are contiguous:
/// the reading thread prepares them, and the writing thread binds them without copies.
struct PreparedPosts: RandomAccessCollection, Sendable {
  /// Posts that were prepared together.
  struct Chunk: Sendable {
    /// The values of each post's row from the text on, those of its links, media and poll, and its index terms.
    fileprivate(set) var values = PackedValues()
    fileprivate let items: [ImportItem]
    /// In order of occurrence.
    fileprivate(set) var profiles = Interner<Profile>()
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

  /// The original item, with its current timelines.
  func item(_ post: PreparedPost) -> ImportItem {
    var item = chunks[post.chunk].items[post.index]
    item.timelines = timelines(of: post)
    return item
  }

  /// Sets the timelines of the post at an index.
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
    // The first name of a profile in an import counts: the author's before the reposter's.
    let author = post.author.map { profiles.number(of: $0) }
    let reposter = post.repost?.by.map { profiles.number(of: $0) }
    return PreparedPost(
      date: post.timelineDate, author: author, reposter: reposter, isRepost: post.repost != nil,
      isNotificationAlone: post.isNotificationAlone, hasVersions: !post.versionIDs.isEmpty,
      containsQuotedPost: post.containsQuotedPost, linkCount: text.links.count, mediaCount: post.media.count,
      optionCount: options.count, start: start, searched: searched, listing: listings.number(of: item.timelines),
      index: index)
  }
}

extension Post {
  fileprivate var containsQuotedPost: Bool { if case .shown? = quote { true } else { false } }
}

/// Some thousand prepared posts of an import.
struct PreparedBatch: Sendable {
  let owner: Profile?
  let format: String
  let posts: PreparedPosts
  let progress: ImportProgress
  let asOf: Date?
  let hasUnknownAge: Bool

  init(_ batch: ImportBatch) {
    owner = batch.owner
    format = batch.format
    posts = PreparedPosts(batch.items)
    progress = batch.progress
    asOf = batch.asOf
    hasUnknownAge = batch.hasUnknownAge
  }
}

extension PackedValues {
  /// In bytes; enough for the values of most posts.
  fileprivate static let usual = 640

  /// The values of a post's row, in the order of `PostStatements`.
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
    let recipient = post.replyToAuthor
    add(recipient?.handle)
    add(recipient?.name == recipient?.handle ? nil : recipient?.name)
    add(post.viewer?.stored)
    add(poll.flatMap(StoredPoll.init)?.stored)
    let details = post.details
    add(details?.language)
    add(details?.application)
    add(details.map { $0.isAutomated ? 1 : 0 })
    add(StoredMentions(post.mentions).stored)
    add(text.emphasis.stored)
    add(StoredEmojis(post.emojis).stored)
  }

  /// Split into words, so that the writing thread need not tokenize.
  fileprivate mutating func add(_ searched: SearchedText) {
    for text in [searched.text, searched.more] {
      guard let text else {
        add(String?.none)
        continue
      }
      addText { bytes in
        bytes.append(WordTokenizer.pretokenizedMark)
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
    add(media.size?.width)
    add(media.size?.height)
    add(media.isSensitive ? 1 : nil)
    add(media.card?.site)
    add(media.card?.author)
    add(media.card?.summary)
    add(media.previewURL)
  }

  fileprivate mutating func add(_ option: Poll.Option) {
    add(option.title)
    add(option.votes)
  }
}
