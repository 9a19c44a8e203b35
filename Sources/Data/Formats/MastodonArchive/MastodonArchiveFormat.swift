import Domain

/// The archive of Mastodon and related servers: `outbox.json`, a collection of ActivityPub activities; also single
/// activities and notes, one per line or in an array. The author is in `actor.json` in the same folder.
struct MastodonArchiveFormat: FormatReader {
  let name = "Mastodon archive"
  var sorting = ArchiveSorting.none
  let archiveFiles = ["outbox.json"]

  func recognizes(_ shape: FileShape) -> Bool {
    switch shape.top {
    case .array: isItem(shape)
    case .object: isItem(shape) || isCollection(shape) || isWithinCollection(shape)
    default: false
    }
  }

  func read(
    _ reader: inout JSONReader, into posts: inout PostCollector, of file: SourceFile
  ) throws(JSONError) {
    let isCollection = isCollection(file.shape) || isWithinCollection(file.shape)
    // Only the first of many lines reads the other files.
    let owner = isCollection || posts.count == 0 ? ActivityActor.owner(inFolderOf: file) : nil
    posts.profile = posts.profile ?? owner?.profile
    let activities = ActivityReader(owner: owner ?? ActivityActor(profile: posts.profile), now: file.now)
    let read = { (value: JSONValue, posts: inout PostCollector) in
      if let tab = sorting.tab(of: value) {
        posts.beginTimeline(tab)
        posts.profile = posts.profile ?? value["actor"].flatMap(ActivityActor.profile)
      }
      return activities.read(value)
    }
    if reader.next == UInt8(ascii: "[") { return try posts.collectArray(&reader, read) }
    guard isCollection else { return try posts.collectValue(&reader, read) }
    try readCollection(&reader, into: &posts, read)
  }
}

extension MastodonArchiveFormat {
  /// A collection has its items, or its first page has.
  private func readCollection(
    _ reader: inout JSONReader, into posts: inout PostCollector,
    _ read: (JSONValue, inout PostCollector) -> PostParseResult, isPage: Bool = false
  ) throws(JSONError) {
    try reader.forEachMember { key, reader throws(JSONError) in
      switch (key, reader.next) {
      case ("orderedItems", UInt8(ascii: "[")), ("items", UInt8(ascii: "[")):
        try posts.collectArray(&reader, read)
      case ("first", UInt8(ascii: "{")) where !isPage:
        try readCollection(&reader, into: &posts, read, isPage: true)
      default: try reader.skipValue()
      }
    }
  }

  private func isCollection(_ shape: FileShape) -> Bool {
    shape.has(anyOf: "orderedItems")
      || shape.has(allOf: "items", "type") && shape.has(anyOf: "actor", "attributedTo", below: "items")
  }

  private func isWithinCollection(_ shape: FileShape) -> Bool {
    shape.has(anyOf: "first") && shape.has(anyOf: "orderedItems", below: "first")
  }

  private func isItem(_ shape: FileShape) -> Bool {
    shape.has(allOf: "type", "actor", "object")
      || shape.has(allOf: "type", "attributedTo") && shape.has(anyOf: "content", "contentMap", "to", "published")
  }
}

extension ArchiveSorting {
  fileprivate func tab(of activity: JSONValue) -> TimelineID? {
    tab(isRepost: ActivityNote.type(of: activity) == "Announce", isReply: isReplyToSomeoneElse(activity))
  }

  /// The addresses of an account's posts begin with its own.
  private func isReplyToSomeoneElse(_ activity: JSONValue) -> Bool {
    let note = activity["object"] ?? activity
    guard let parent = ActivityActor.address(of: note["inReplyTo"]) else { return false }
    guard let author = ActivityActor.address(of: activity["actor"] ?? note["attributedTo"]) else { return true }
    return !parent.hasPrefix(author + "/")
  }
}
