import Domain
import FoundationEssentials

/// The content of a page. Tweets mostly come first, followed by the objects that they refer to, including their
/// authors.
struct XAPI2Page {
  /// The entries of the timeline.
  private(set) var entries: [XAPI2Tweet] = []
  /// The tweets that entries refer to.
  private(set) var threadOnlyTweets: [XAPI2Tweet] = []
  private(set) var users: [String: XUser] = [:]
  private(set) var media: [String: Media] = [:]
  private(set) var polls: [String: Poll] = [:]
  /// The reasons that referenced tweets are missing.
  private(set) var reasons: [PostID: UnavailableReason] = [:]
  private let knownProfiles = KnownProfiles()
  private let now: Date

  init(now: Date = .distantPast) {
    self.now = now
  }

  /// - Parameter posts: records what could not be read.
  mutating func read(_ reader: inout JSONReader, noting posts: inout PostCollector) throws(JSONError) {
    try reader.forEachMember { key, reader throws(JSONError) in
      switch (key, reader.next) {
      case ("data", UInt8(ascii: "[")): try posts.collectArray(&reader) { addEntry($0) }
      case ("data", UInt8(ascii: "{")): try posts.collectValue(&reader) { addEntry($0) }
      case ("includes", UInt8(ascii: "{")): try readIncludes(&reader, noting: &posts)
      case ("errors", UInt8(ascii: "[")): try posts.collectArray(&reader) { addError($0) }
      default: try reader.skipValue()
      }
    }
  }
}

extension XAPI2Page {
  private mutating func readIncludes(
    _ reader: inout JSONReader, noting posts: inout PostCollector
  ) throws(JSONError) {
    try reader.forEachMember { key, reader throws(JSONError) in
      guard reader.next == UInt8(ascii: "[") else { return try reader.skipValue() }
      switch key {
      case "tweets": try posts.collectArray(&reader) { addOther($0) }
      case "users": try posts.collectArray(&reader) { addUser($0) }
      case "media": try posts.collectArray(&reader) { addMedia($0) }
      case "polls": try posts.collectArray(&reader) { addPoll($0) }
      default: try reader.skipValue()
      }
    }
  }

  private mutating func addEntry(_ value: JSONValue) -> PostParseResult {
    guard let tweet = XAPI2Tweet(value) else { return .unreadable(expected: "a tweet with an id") }
    entries.append(tweet)
    return .nothing
  }

  private mutating func addOther(_ value: JSONValue) -> PostParseResult {
    if let tweet = XAPI2Tweet(value) { threadOnlyTweets.append(tweet) }
    return .nothing
  }

  private mutating func addUser(_ value: JSONValue) -> PostParseResult {
    if let id = value["id"]?.text { users[id] = XUser(value, among: knownProfiles) }
    return .nothing
  }

  private mutating func addMedia(_ value: JSONValue) -> PostParseResult {
    if let key = value["media_key"]?.text { media[key] = XAPI2Attachments.media(value) }
    return .nothing
  }

  private mutating func addPoll(_ value: JSONValue) -> PostParseResult {
    if let id = value["id"]?.text { polls[id] = XAPI2Attachments.poll(value, now: now) }
    return .nothing
  }

  /// A missing object is not damage.
  private mutating func addError(_ value: JSONValue) -> PostParseResult {
    guard let id = value["resource_id"]?.text ?? value["value"]?.text else { return .nothing }
    let kind = [value["title"], value["type"]].compactMap { $0?.text?.lowercased() }.joined(separator: " ")
    if kind.contains("not found") || kind.contains("not-found") {
      reasons[PostID(id)] = .deleted
    } else if kind.contains("authoriz") {
      reasons[PostID(id)] = .unauthorized
    }
    return .nothing
  }
}

/// The attachments of tweets, in `includes`.
enum XAPI2Attachments {
  static func media(_ media: JSONValue) -> Media {
    Media(
      kind: XMedia.kind(of: media), url: url(of: media), description: media["alt_text"]?.text,
      size: PixelSize(media))
  }

  static func poll(_ poll: JSONValue, now: Date) -> Poll {
    let options = (poll["options"]?.elements ?? []).sorted {
      ($0["position"]?.int ?? 0) < ($1["position"]?.int ?? 0)
    }
    return Poll(
      options: options.map { Poll.Option(title: $0["label"]?.string ?? "", votes: $0["votes"]?.count) },
      isClosed: isClosed(poll, now: now), endsAt: poll["end_datetime"]?.date)
  }
}

extension XAPI2Attachments {
  /// The video if there is one, otherwise the picture.
  private static func url(of media: JSONValue) -> String? {
    let film = XMedia.bestVideo(among: media["variants"], rate: "bit_rate")
    return film?.text ?? media["url"]?.text ?? media["preview_image_url"]?.text
  }

  private static func isClosed(_ poll: JSONValue, now: Date) -> Bool {
    if let status = poll["voting_status"]?.text { return status == "closed" }
    return poll["end_datetime"]?.date.map { $0 <= now } ?? false
  }
}
