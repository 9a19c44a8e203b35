/// Knows how much is unread in an account that nobody looks at.
public protocol CountUnreadUseCase: Sendable {
  /// Over all of its timelines that have been read before; nil where none has been, or the source does not say.
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
    let track = TrackUnread(timelines: source.timelines)
    var total: Int?
    for (timeline, mark) in marks {
      guard let unread = try? await track.unread(of: timeline, above: mark) else { continue }
      total = (total ?? 0) + unread.count
    }
    return total
  }
}
