import InMemoryTimelines
import Domain
import FoundationEssentials

/// Scripted changes of a demo account's timeline over time, and its gap. Simulates new posts, edits, deletions and a
/// lost connection.
struct DemoScript: Hashable, Sendable {
  struct Step: Hashable, Sendable {
    /// Seconds after the first request of the account.
    var after: Double
    var event: Event
  }

  enum Event: Hashable, Sendable {
    /// Adds a post of the file, which is not listed before. The time of the step becomes its date. It must be the
    /// newest post.
    case insert(PostID)
    case edit(PostID, text: String?, counts: Counts?)
    case delete(PostID)
    case connection(isLost: Bool)
    /// Another device reads the timeline up to this post.
    case readOnOtherDevice(PostID)
  }

  /// A gap: the `count` posts directly above the post `above`, which the source returns only when the gap is filled.
  struct Gap: Hashable, Sendable {
    var above: PostID
    var count: Int
  }

  var steps: [Step] = []
  var gap: Gap?
}

extension DemoScript {
  /// The steps up to a time, in seconds after the first request.
  func steps(until seconds: Double) -> ArraySlice<Step> {
    steps.prefix { $0.after <= seconds }
  }

  /// The posts of the timeline at a time: those already inserted and not deleted, with edits applied.
  /// - Parameters:
  ///   - posts: all posts of the file.
  ///   - seconds: the time, in seconds after `start`.
  ///   - start: the time of the first request.
  func entries(of posts: [Post], after seconds: Double, from start: Date) -> [Post] {
    let applied = steps(until: seconds)
    return posts.filter { !isPending($0.id, after: seconds) }.compactMap { post in
      applied.reduce(post) { post, step in
        post.flatMap { step.event.applied(to: $0, at: start.addingTimeInterval(step.after)) }
      }
    }
  }

  /// Whether a post is inserted only after a time, in seconds after the first request.
  func isPending(_ post: PostID, after seconds: Double) -> Bool {
    steps[steps(until: seconds).endIndex...].contains { $0.event == .insert(post) }
  }

  /// The post up to which another device has read at a time, in seconds after the first request.
  func postReadOnOtherDevice(after seconds: Double) -> PostID? {
    steps(until: seconds).reversed().lazy.compactMap { step in
      if case .readOnOtherDevice(let post) = step.event { post } else { nil }
    }.first
  }
}

extension DemoScript.Event {
  /// The post after the event; nil if it is deleted.
  fileprivate func applied(to post: Post, at date: Date) -> Post? {
    switch self {
    case .delete(post.id): return nil
    case .edit(post.id, let text, let counts):
      var edited = post
      if let text {
        edited.text = PostText([.text(text)])
        edited.states.insert(.edited)
      }
      if let counts {
        edited.counts = Counts(
          replies: counts.replies ?? post.counts?.replies, reposts: counts.reposts ?? post.counts?.reposts,
          likes: counts.likes ?? post.counts?.likes)
      }
      return edited
    case .insert(post.id):
      var new = post
      new.createdAt = date
      return new
    case .insert, .edit, .delete, .connection, .readOnOtherDevice: return post
    }
  }

  /// The change to notify observers of.
  /// - Parameter posts: the entries after the event.
  func change(in timeline: TimelineID, of posts: [Post], account: AccountID?, host: String) -> SourceChange? {
    switch self {
    case .insert(let id): posts.first { $0.id == id }.map { .inserted([$0], in: timeline) }
    case .edit(let id, _, _): posts.first { $0.id == id }.map(SourceChange.changed)
    case .delete(let id): .deleted(PostRef(account: account, id: id))
    case .connection(let isLost): .connection(isLost ? .lost(host: host) : .connected)
    case .readOnOtherDevice: nil
    }
  }
}

// MARK: - Decoding accounts.json

extension DemoScript: Decodable {
  private enum CodingKeys: String, CodingKey {
    case changes, gap
  }

  /// - Throws: `DecodingError` if the changes are not in chronological order.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    steps = try container.decodeIfPresent([Step].self, forKey: .changes) ?? []
    gap = try container.decodeIfPresent(Gap.self, forKey: .gap)
    guard zip(steps, steps.dropFirst()).allSatisfy({ $0.after <= $1.after }) else {
      throw DecodingError.dataCorruptedError(
        forKey: .changes, in: container, debugDescription: "changes in the order of their times")
    }
  }
}

extension DemoScript.Step: Decodable {
  private enum CodingKeys: String, CodingKey {
    case after, insert, edit, text, counts, delete, connection, readOnOtherDevice
  }

  private struct DecodableCounts: Decodable {
    var replies: Int?
    var reposts: Int?
    var likes: Int?
  }

  /// - Throws: `DecodingError` if the time is out of range or the event is missing or incomplete.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    after = try container.decode(Double.self, forKey: .after)
    guard 0...86_400 ~= after else {
      throw DecodingError.dataCorruptedError(
        forKey: .after, in: container, debugDescription: "a number of seconds, a day at most")
    }
    func id(_ key: CodingKeys) throws -> PostID? {
      try container.decodeIfPresent(String.self, forKey: key).map(PostID.init)
    }
    if let id = try id(.insert) {
      event = .insert(id)
    } else if let id = try id(.edit) {
      let text = try container.decodeIfPresent(String.self, forKey: .text)?.escapingControls
      let counts = try container.decodeIfPresent(DecodableCounts.self, forKey: .counts)
        .map { Counts(replies: $0.replies, reposts: $0.reposts, likes: $0.likes) }
      guard text != nil || counts != nil else {
        throw DecodingError.dataCorruptedError(
          forKey: .edit, in: container, debugDescription: "its new text or counts")
      }
      event = .edit(id, text: text, counts: counts)
    } else if let id = try id(.delete) {
      event = .delete(id)
    } else if let id = try id(.readOnOtherDevice) {
      event = .readOnOtherDevice(id)
    } else {
      guard container.contains(.connection) else {
        throw DecodingError.dataCorruptedError(
          forKey: .after, in: container,
          debugDescription: "insert, edit, delete, readOnOtherDevice or connection beside it"
        )
      }
      switch try container.decode(String.self, forKey: .connection) {
      case "lost": event = .connection(isLost: true)
      case "back": event = .connection(isLost: false)
      default:
        throw DecodingError.dataCorruptedError(
          forKey: .connection, in: container, debugDescription: "lost or back")
      }
    }
  }
}

extension DemoScript.Gap: Decodable {
  private enum CodingKeys: String, CodingKey {
    case above, count
  }

  /// - Throws: `DecodingError` if the number of posts is out of range.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    above = PostID(try container.decode(String.self, forKey: .above))
    count = try container.decode(Int.self, forKey: .count)
    guard 1...1_000 ~= count else {
      throw DecodingError.dataCorruptedError(
        forKey: .count, in: container, debugDescription: "a number of posts, 1 to 1,000")
    }
  }
}
