import Domain
import FoundationEssentials
import Runtime
import Synchronization

/// The server of an account, asked with the token that is kept of it. Where there is none any more, or the server does not
/// take it, the session has ended; once the person has signed in again, the new one is used.
final class SignedInTimelines: RemoteServer {
  typealias Server = any RemoteServer
  typealias Make = @Sendable (Account, Secret) -> Server?

  private let id: AccountID
  private let host: String
  private let accounts: any LiveAccountRepository
  private let credentials: any CredentialRepository
  private let make: Make
  private let clock: any WallClock
  private let signedIn = Mutex<Server?>(nil)
  /// Whoever opens the account is asked once at a time: it may be a command that asks the person.
  private let opening = SharedQuestions<AccountID, Server>()
  private let refusal = Mutex<(error: TimelineError, at: Date)?>(nil)
  /// In seconds: what does not open the account is not asked again by itself before that.
  private static let patience = 60.0

  init(
    _ id: AccountID, host: String, accounts: any LiveAccountRepository, credentials: any CredentialRepository,
    clock: any WallClock, make: @escaping Make
  ) {
    self.id = id
    self.host = host
    self.accounts = accounts
    self.credentials = credentials
    self.clock = clock
    self.make = make
  }

  var hasRoom: Bool { signedIn.withLock { $0 }?.hasRoom ?? true }

  func overview() async throws(TimelineError) -> TimelineOverview {
    try await ask { server throws(TimelineError) in try await server.overview() }
  }

  func page(
    of timeline: TimelineID, at position: RemotePosition, limit: Int
  ) async throws(TimelineError) -> RemotePage {
    try await ask { server throws(TimelineError) in
      try await server.page(of: timeline, at: position, limit: limit)
    }
  }

  func thread(of post: PostID) async throws(TimelineError) -> PostThread {
    try await ask { server throws(TimelineError) in try await server.thread(of: post) }
  }

  func person(_ person: Profile) async throws(TimelineError) -> PersonPage {
    try await ask { server throws(TimelineError) in try await server.person(person) }
  }

  func history(of post: PostID) async throws(TimelineError) -> [PostVersion] {
    try await ask { server throws(TimelineError) in try await server.history(of: post) }
  }

  func markers() async throws(TimelineError) -> [TimelineID: RemoteCursor]? {
    try await ask { server throws(TimelineError) in try await server.markers() }
  }

  func store(_ markers: [TimelineID: RemoteCursor]) async throws(TimelineError) -> Bool {
    try await ask { server throws(TimelineError) in try await server.store(markers) }
  }

  func events() -> AsyncStream<RemoteEvent> {
    let heard = HeardEvents(self)
    return AsyncStream { await heard.next() }
  }

  private func ask<Answer>(
    _ question: (Server) async throws(TimelineError) -> Answer
  ) async throws(TimelineError) -> Answer {
    let server = try await server()
    do throws(TimelineError) {
      return try await question(server)
    } catch {
      if case .sessionExpired = error { forget() }
      throw error
    }
  }

  fileprivate func forget() { signedIn.withLock { $0 = nil } }

  fileprivate func server() async throws(TimelineError) -> Server {
    if let server = signedIn.withLock({ $0 }) { return server }
    return try await opening.answer(to: id) { [weak self] () throws(TimelineError) in
      guard let self else { throw .cancelled }
      return try await open()
    }
  }

  private func open() async throws(TimelineError) -> Server {
    if let server = signedIn.withLock({ $0 }) { return server }
    if let refusal = refusal.withLock({ $0 }), abs(clock.now.timeIntervalSince(refusal.at)) < Self.patience {
      throw refusal.error
    }
    let account = try await account()
    let token: Secret?
    do throws(CredentialError) {
      token = try await credentials.token(of: id)
    } catch {
      if Task.isCancelled { throw .cancelled }
      let failure = TimelineError.fileUnreadable(path: error.place, reason: error.reason)
      let now = clock.now
      refusal.withLock { $0 = (failure, now) }
      throw failure
    }
    guard let account, let token, let server = make(account, token) else {
      throw .sessionExpired(handle: account?.profile.handle ?? id.key, host: host)
    }
    refusal.withLock { $0 = nil }
    signedIn.withLock { $0 = server }
    return server
  }

  private func account() async throws(TimelineError) -> Account? {
    do throws(StoreError) {
      return try await accounts.accounts().first { $0.id == id }
    } catch {
      throw Task.isCancelled ? .cancelled : .storeFailed(error)
    }
  }
}

/// What a server tells. It is taken when somebody asks for it, and not before: where they fall behind, the server waits.
private actor HeardEvents {
  private let timelines: SignedInTimelines
  private var events: AsyncStream<RemoteEvent>?
  private var hasEnded = false

  init(_ timelines: SignedInTimelines) {
    self.timelines = timelines
  }

  func next() async -> RemoteEvent? {
    if hasEnded { return nil }
    do throws(TimelineError) {
      let events = try await stream()
      var iterator = events.makeAsyncIterator()
      let event = await iterator.next(isolation: self)
      if case .lost(.sessionExpired) = event { timelines.forget() }
      return event
    } catch {
      hasEnded = true
      return error == .cancelled ? nil : .lost(error)
    }
  }

  private func stream() async throws(TimelineError) -> AsyncStream<RemoteEvent> {
    if let events { return events }
    let new = try await timelines.server().events()
    events = new
    return new
  }
}
