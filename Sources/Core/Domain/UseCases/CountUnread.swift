/// Counts the unread entries of an account that is not on screen.
public protocol CountUnreadUseCase: Sendable {
  /// The count as defined by `AccountUnread`; nil if none of its timelines was ever shown or the count is unknown.
  func callAsFunction(in account: AccountID) async -> Int?
}

public struct CountUnread: CountUnreadUseCase {
  private let sources: any SourceRepository
  private let session: any SessionRepository

  public init(sources: any SourceRepository, session: any SessionRepository) {
    self.sources = sources
    self.session = session
  }

  public func callAsFunction(in account: AccountID) async -> Int? {
    guard let marks = await session.load().accounts[account]?.marks, let source = sources.source(of: account) else {
      return nil
    }
    let hidden = (try? await source.timelines.overview(.cached))?.hiddenAccounts ?? []
    let track = TrackUnread(timelines: source.timelines) { posts, timeline in
      Set(posts.filter { hidden.hides($0, in: timeline) }.map(\.key))
    }
    var parts: [AccountUnread.UnreadEntries] = []
    for timeline in AccountUnread.timelines {
      guard let mark = marks[timeline], let unread = try? await track.unread(of: timeline, above: mark) else {
        continue
      }
      parts.append(.init(count: unread.count, knownKeys: unread.knownKeys))
    }
    return parts.isEmpty ? nil : AccountUnread.total(of: parts)
  }
}
