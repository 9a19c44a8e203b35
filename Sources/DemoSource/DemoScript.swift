import InMemoryTimelines
import Domain
import FoundationEssentials

/// What happens to a demo account's timeline while one looks, and what is missing in it: so that news, edits, deletions
/// and gaps can be seen without a server.
struct DemoScript: Hashable, Sendable {
  struct Step: Hashable, Sendable {
    /// Seconds after the account was first asked for something.
    var after: Double
    var event: Event
  }

  enum Event: Hashable, Sendable {
    /// A post of the file, which is not there before, and is written at that moment. It is to stand above all others.
    case insert(PostID)
    case edit(PostID, text: String?, counts: Counts?)
    case delete(PostID)
    case connection(isLost: Bool)
  }

  /// Posts of the file that the source has and does not give at once: those right above an entry.
  struct Gap: Hashable, Sendable {
    var above: PostID
    var count: Int
  }

  var steps: [Step] = []
  var gap: Gap?
}

extension DemoScript {
  /// The steps that have been taken by then.
  func steps(until seconds: Double) -> ArraySlice<Step> {
    steps.prefix { $0.after <= seconds }
  }

  /// The entries as they are after so many seconds from a start.
  func entries(of posts: [Post], after seconds: Double, from start: Date) -> [Post] {
    let taken = steps(until: seconds)
    return posts.filter { !isToCome($0.id, after: seconds) }.compactMap { post in
      taken.reduce(post) { post, step in
        post.flatMap { step.event.applied(to: $0, at: start.addingTimeInterval(step.after)) }
      }
    }
  }

  /// Whether a post is not there yet after so many seconds.
  func isToCome(_ post: PostID, after seconds: Double) -> Bool {
    steps[steps(until: seconds).endIndex...].contains { $0.event == .insert(post) }
  }
}

extension DemoScript.Event {
  /// The post as it is after that; nil where it is gone.
  fileprivate func applied(to post: Post, at moment: Date) -> Post? {
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
      new.createdAt = moment
      return new
    case .insert, .edit, .delete, .connection: return post
    }
  }

  /// What a listener is told.
  /// - Parameter posts: the entries after the event.
  func change(in timeline: TimelineID, of posts: [Post], account: AccountID?, host: String) -> SourceChange? {
    switch self {
    case .insert(let id): posts.first { $0.id == id }.map { .inserted([$0], in: timeline) }
    case .edit(let id, _, _): posts.first { $0.id == id }.map(SourceChange.changed)
    case .delete(let id): .deleted(PostRef(account: account, id: id))
    case .connection(let isLost): .connection(isLost ? .lost(host: host) : .connected)
    }
  }
}

// MARK: - As accounts.json has it

extension DemoScript: Decodable {
  private enum CodingKeys: String, CodingKey {
    case changes, gap
  }

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
    case after, insert, edit, text, counts, delete, connection
  }

  private struct DecodableCounts: Decodable {
    var replies: Int?
    var reposts: Int?
    var likes: Int?
  }

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
          forKey: .edit, in: container, debugDescription: "the text or the counts that it has then")
      }
      event = .edit(id, text: text, counts: counts)
    } else if let id = try id(.delete) {
      event = .delete(id)
    } else {
      guard container.contains(.connection) else {
        throw DecodingError.dataCorruptedError(
          forKey: .after, in: container, debugDescription: "insert, edit, delete or connection beside it")
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
