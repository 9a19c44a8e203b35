import Foundation

/// A simulated Mastodon server: its accounts and posts, the user's marks on them, and its responses.
///
/// The token of an account is its name with `_token`.
public struct SimulatedServer: Sendable {
  public struct Account: Sendable {
    let id: Int
    let name: String
    public var displayName: String
  }

  public struct Post: Sendable {
    public let id: Int
    let author: Int
    public internal(set) var text: String
    let date: Date
    var isEdited = false
    var replyTo: Int?
    public internal(set) var marks: Set<String> = []
  }

  struct ScheduledPost {
    let id: Int
    let text: String
    var time: String
    let key: String?
  }

  private static let sampleTexts = [
    "The cards are punched", "軌道はまだ計算の途中です。", "Who has the #loom?", "@ada look at this: https://example.org/a",
    "Carry on, #sea engine", "👩‍👩‍👧 and no end",
  ]

  /// Scheme, host and port.
  public let origin: String
  /// ada, grace, alan and katherine.
  public var accounts = ["ada", "grace", "alan", "katherine"].enumerated().map {
    Account(id: $0 + 1, name: $1, displayName: $1.capitalized)
  }
  /// The short codes of its custom emoji.
  public var emoji: [String] = []
  /// Whether it honors idempotency keys, as Mastodon does. If false, it is GoToSocial.
  public var honorsIdempotencyKeys = true
  /// Newest first.
  public internal(set) var posts: [Post] = []
  /// The text of each post that it has ever accepted.
  public internal(set) var acceptedTexts: Set<String> = []
  /// With their posts, newest first.
  var notifications: [(id: Int, post: Int)] = []
  var keys: [String: Int] = [:]
  /// The posts to be published later. They are never published: a walk takes hours at most.
  var scheduled: [ScheduledPost] = []
  var markers: [String: String] = [:]
  /// The last posts of the conversations, and whether they are unread.
  var conversations: [(id: Int, post: Int, isUnread: Bool)] = []
  /// The accounts whose notifications are held back, with the post that mentions the user.
  var requests: [(account: Int, post: Int)] = []
  public internal(set) var managed = ManagedState()
  /// The treatment of notifications, by their senders.
  public internal(set) var policy = ["for_not_following": "accept", "for_new_accounts": "filter"]
  var lastID = 1_000
  /// The differences from Mastodon.
  var quirks: Set<ServerMoment> = []

  /// A server without posts.
  public init(origin: String) {
    self.origin = origin
  }

  /// A server with posts, notifications, conversations, lists and more.
  public static func populated(origin: String, now: Date) -> SimulatedServer {
    var server = SimulatedServer(origin: origin)
    for number in 0..<70 { server.write(by: 2 + number % 3, at: now.addingTimeInterval(Double(number - 80) * 60)) }
    _ = server.schedule("Tomorrow’s cards", at: now.addingTimeInterval(100_000).ISO8601Format(), key: nil)
    let ids = server.posts.map(\.id)
    for id in [ids[60], ids[40], ids[20]] { server.notify(of: id) }
    server.conversations = [(3, ids[10], true), (2, ids[30], false)]
    server.requests = [(3, ids[50]), (4, ids[49])]
    server.managed = .populated
    return server
  }

  public var host: String { String(origin.drop { $0 != "/" }.dropFirst(2)) }

  /// The text of each post, newest first.
  public var texts: [String] { posts.map(\.text) }

  public var scheduledCount: Int { scheduled.count }
  public var conversationCount: Int { conversations.count }
  /// The number of accounts whose notifications are held back.
  public var heldCount: Int { requests.count }

  /// Publishes a post.
  /// - Parameters:
  ///   - author: the ID of an account.
  ///   - text: nil for any text.
  @discardableResult
  public mutating func write(by author: Int, _ text: String? = nil, replyTo: Int? = nil, at date: Date) -> Post {
    let id = newID()
    let text = text ?? "\(Self.sampleTexts[id % Self.sampleTexts.count]) \(id)"
    let post = Post(id: id, author: author, text: text, date: date, replyTo: replyTo)
    posts.insert(post, at: 0)
    return post
  }

  mutating func newID() -> Int {
    lastID += 7
    return lastID
  }

  mutating func schedule(_ text: String, at time: String, key: String?) -> ScheduledPost {
    if let key, let known = scheduled.first(where: { $0.key == key }) { return known }
    scheduled.append(ScheduledPost(id: newID(), text: text, time: time, key: key))
    return scheduled[scheduled.count - 1]
  }

  private mutating func notify(of post: Int) { notifications.insert((post + 5_000, post), at: 0) }

  mutating func mark(_ timeline: String, _ id: String, _ now: Date) {
    markers[timeline] = #"{"last_read_id":\#(quoted(id)),"version":1,"updated_at":"\#(now.ISO8601Format())"}"#
  }
}

extension SimulatedServer {
  /// An event for streams.
  static func event(_ name: String, _ payload: String) -> String {
    "event: \(name)\ndata: \(payload.replacing("\n", with: " "))\n\n"
  }

  /// Applies an event.
  /// - Returns: the events for all streams.
  mutating func apply(_ moment: ServerMoment, now: Date) -> [String] {
    switch moment {
    case .writes: return [Self.event("update", json(write(by: 2, at: now)))]
    case .busy: return (0..<30).map { _ in Self.event("update", json(write(by: 3, at: now))) }
    case .answers:
      let post = write(by: 2, "@ada yes, \(lastID)", replyTo: posts.first { $0.author == 1 }?.id, at: now)
      notify(of: post.id)
      return [Self.event("update", json(post)), Self.event("notification", notification(notifications[0]))]
    case .reads:
      let read = ["home": posts.map(\.id), "notifications": notifications.map(\.id)]
      for (name, ids) in read where ids.count > 1 { mark(name, String(ids[min(20, ids.count - 1)]), now) }
      return []
    case .downward:
      quirks.formSymmetricDifference([moment])
      for _ in 0..<90 { write(by: 4, at: now) }
      return []
    case .sealed, .untagged:
      quirks.formSymmetricDifference([moment])
      return []
    case .edits:
      guard let index = posts.firstIndex(where: { $0.author != 1 }) else { return [] }
      posts[index].text += ", again"
      posts[index].isEdited = true
      return [Self.event("status.update", json(posts[index]))]
    case .deletes:
      guard posts.count > 30, let index = posts.firstIndex(where: { $0.author != 1 }) else { return [] }
      let id = posts.remove(at: index).id
      notifications.removeAll { $0.post == id }
      return [Self.event("delete", "\(id)")]
    default: return []
    }
  }
}
