import Domain

/// Accounts with their sources. The password of each is “right”.
public struct StubSourceRepository: SourceRepository {
  private let listed: Result<[(account: Account, source: Source)], TimelineError>

  public init(_ sources: [(account: Account, source: Source)]) {
    listed = .success(sources)
  }

  /// - Parameter timelines: those of each account.
  public init(
    _ accounts: Result<[Account], TimelineError>,
    _ timelines: any TimelineRepository & ThreadRepository & PostSearchRepository = StubTimelineRepository()
  ) {
    listed = accounts.map { $0.map { ($0, Source(timelines, capabilities: SourceCapabilities())) } }
  }

  public func accounts() async throws(TimelineError) -> [Account] { try listed.get().map(\.account) }

  public func signIn(handle: String, password: String) async throws(SignInError) -> Account {
    switch listed {
    case .failure(let error): throw .unavailable(error)
    case .success(let sources):
      guard let account = sources.first(where: { $0.account.profile.handle == handle })?.account else {
        throw .unknownAccount(handle: handle)
      }
      guard password == "right" else { throw .wrongPassword(handle: handle) }
      return account
    }
  }

  public func source(of account: AccountID) -> Source? {
    (try? listed.get())?.first { $0.account.id == account }?.source
  }
}
