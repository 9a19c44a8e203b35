/// Knows how much is unread in an account that nobody looks at.
public protocol CountUnreadUseCase: Sendable {
  /// As `AccountUnread` counts; nil if none of its timelines has been read before, or the source does not say.
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
    let hidden = (try? await source.timelines.overview(.cached))?.hidden ?? []
    let track = TrackUnread(timelines: source.timelines) { posts, timeline in
      Set(posts.filter { hidden.hide($0, in: timeline) }.map(\.key))
    }
    var parts: [AccountUnread.Part] = []
    for timeline in AccountUnread.timelines {
      guard let mark = marks[timeline], let unread = try? await track.unread(of: timeline, above: mark) else {
        continue
      }
      parts.append(.init(count: unread.count, known: unread.known))
    }
    return parts.isEmpty ? nil : AccountUnread.total(of: parts)
  }
}
