import Domain
import Foundation

extension Date {
  /// 2026-11-20T12:00:00Z.
  public static let noon = Date(timeIntervalSince1970: 1_795_176_000)

  public func minutesAgo(_ minutes: Double) -> Date { addingTimeInterval(-60 * minutes) }
}

extension Profile {
  public static func fixture(handle: String = "grace", name: String? = "Grace Hopper") -> Profile {
    Profile(handle: handle, name: name)
  }
}

extension Post {
  public static func fixture(
    id: String = "1", author: Profile? = .fixture(), createdAt: Date? = .noon,
    text: String = "The compiler finished before the coffee did.", links: [Link] = [], url: String? = nil,
    repost: Repost? = nil, replyTo: String? = nil, quote: Quote? = nil, warning: String? = nil,
    counts: Counts? = nil, media: [Media] = [], poll: Poll? = nil, visibility: Visibility? = nil,
    state: PostState? = nil
  ) -> Post {
    Post(
      id: PostID(id), author: author, createdAt: createdAt,
      text: PostText([.text(text)] + links.map(PostText.Run.link)), url: url, repost: repost,
      replyTo: replyTo.map(PostID.init), quote: quote, warning: warning, counts: counts, media: media, poll: poll,
      visibility: visibility, states: state.map { [$0] } ?? [])
  }

  /// Posts "1", "2", … newest first, a minute apart, the first at noon.
  public static func fixtures(count: Int) -> [Post] {
    (0..<count).map { index in
      .fixture(id: "\(index + 1)", createdAt: .noon.minutesAgo(Double(index)), text: "Post \(index + 1)")
    }
  }
}

extension PostKey {
  /// The key of a post without an account.
  public init(id: PostID, repostedBy: String? = nil) {
    self.init(id: id, account: nil, repostedBy: repostedBy)
  }
}

extension PostRef {
  /// A post without an account.
  public static func fixture(_ id: String) -> PostRef { PostRef(account: nil, id: PostID(id)) }
}

public func ids(_ posts: [Post]) -> [String] { posts.map(\.id.rawValue) }

extension Account {
  public static func fixture(
    id: String? = nil, handle: String = "ada@demo", name: String? = "Ada Lovelace", origin: Account.Origin = .demo,
    note: String? = nil, access: Access = .open
  ) -> Account {
    Account(
      id: AccountID(storageKey: id ?? "demo:\(handle)"), profile: Profile(handle: handle, name: name), origin: origin,
      note: note, access: access)
  }
}

extension TimelineID {
  public static let mentions = TimelineID.named("Mentions")
}
