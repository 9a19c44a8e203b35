import Domain
import FoundationEssentials

/// A post as it is written, with all of its values that do not hang on what is in the store. The thread that reads an
/// archive makes it, and the one that writes hands it on to SQLite as it is.
final class PreparedPost: Sendable {
  let post: Post
  let timelines: [TimelineID]
  let isSketch: Bool
  /// What puts it in order; nil where it has none.
  let date: Date?
  let repost: Repost?
  let isNotificationAlone: Bool
  let versionIDs: [PostID]
  /// Whether it holds the post that it quotes.
  let holdsQuoted: Bool
  /// The values of its row from the text on, those of what belongs to it, and what is searched.
  let values: PackedValues
  let linkCount: Int
  let optionCount: Int
  /// Where what is searched besides the text begins in the values; nil where it stands in no timeline: only what can be
  /// found in one is searched.
  let searched: Int?

  convenience init(_ item: ImportItem) {
    self.init(item.post, in: item.timelines, isSketch: item.isSketch)
  }

  init(_ post: Post, in timelines: [TimelineID], isSketch: Bool = false) {
    self.post = post
    self.timelines = timelines
    self.isSketch = isSketch
    date = post.timelineDate
    repost = post.repost
    isNotificationAlone = post.isNotificationAlone
    versionIDs = post.versionIDs
    if case .shown? = post.quote { holdsQuoted = true } else { holdsQuoted = false }
    let text = StoredText(post.text)
    let options = post.poll?.options ?? []
    linkCount = text.links.count
    optionCount = options.count
    var values = PackedValues()
    values.reserve(text.plain.utf8.count + 512)
    values.add(post, text.plain, repostedAt: repost?.at)
    for link in text.links { values.add(link) }
    for media in post.media { values.add(media) }
    for option in options { values.add(option) }
    if timelines.isEmpty {
      searched = nil
    } else {
      searched = values.count
      let words = SearchedText(post, plain: text.plain)
      values.add(words.more)
      values.add(words.tags)
    }
    self.values = values
  }

  var isRepost: Bool { repost != nil }

  var item: ImportItem { ImportItem(post: post, timelines: timelines, isSketch: isSketch) }

  /// The same post in other timelines.
  func listed(in timelines: [TimelineID]) -> PreparedPost { PreparedPost(post, in: timelines, isSketch: isSketch) }
}

/// Some thousand posts of an import, ready to be written.
struct PreparedBatch: Sendable {
  let owner: Profile?
  let format: String
  let posts: [PreparedPost]
  let progress: ImportProgress
  let asOf: Date?
  let isAgeless: Bool

  init(_ batch: ImportBatch) {
    owner = batch.owner
    format = batch.format
    posts = batch.items.map(PreparedPost.init)
    progress = batch.progress
    asOf = batch.asOf
    isAgeless = batch.isAgeless
  }
}

extension PackedValues {
  /// What `PostStatements` writes into the columns of a post's own row, in their order.
  fileprivate mutating func add(_ post: Post, _ text: String, repostedAt: Date?) {
    add(text)
    add(post.id.rawValue)
    add(repostedAt?.milliseconds)
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
