import Domain
import FoundationEssentials
import Runtime
import Synchronization

/// The server of an account, asked with the token that is kept of it. Where there is none any more, or the server does not
/// take it, the session has ended; once the person has signed in again, the new one is used.
final class SignedIn<Server: Sendable>: Sendable {
  typealias Make = @Sendable (Account, Secret) -> Server?

  /// A server and the token that it is asked with.
  struct Opened: Sendable {
    let server: Server
    let token: Secret
  }

  private let id: AccountID
  private let host: String
  private let accounts: any ServerAccountRepository
  private let credentials: any CredentialRepository
  private let make: Make
  private let clock: any WallClock
  private let didAnswer: @Sendable () -> Void
  private let signedIn = Mutex<Opened?>(nil)
  /// Whoever opens the account is asked once at a time: it may be a command that asks the person.
  private let opening = RequestCoalescer<AccountID, Opened>()
  /// A token that the server did not take while no other was kept, and when that was.
  private let expired = Mutex<(token: Secret, at: Date)?>(nil)
  private let refusal = Mutex<(error: TimelineError, at: Date)?>(nil)
  /// In seconds: what does not open the account is not asked again by itself before that.
  private let patience = 60.0

  /// - Parameter didAnswer: called after each response of the server.
  init(
    _ id: AccountID, host: String, accounts: any ServerAccountRepository, credentials: any CredentialRepository,
    clock: any WallClock, didAnswer: @escaping @Sendable () -> Void = {}, make: @escaping Make
  ) {
    self.id = id
    self.host = host
    self.accounts = accounts
    self.credentials = credentials
    self.clock = clock
    self.didAnswer = didAnswer
    self.make = make
  }

  func ask<Answer>(
    _ question: (Server) async throws(TimelineError) -> Answer
  ) async throws(TimelineError) -> Answer {
    let opened = try await opened()
    do throws(TimelineError) {
      return try await answer(of: opened.server, to: question)
    } catch {
      guard case .sessionExpired = error, let new = await renewed(after: opened.token) else { throw error }
      return try await answer(of: new.server, to: question)
    }
  }

  private func answer<Answer>(
    of server: Server, to question: (Server) async throws(TimelineError) -> Answer
  ) async throws(TimelineError) -> Answer {
    do throws(TimelineError) {
      let answer = try await question(server)
      didAnswer()
      return answer
    } catch {
      if error.isResponse { didAnswer() }
      throw error
    }
  }

  /// Does without a token that the server does not take.
  /// - Returns: nil where none else is kept: the person has not signed in again meanwhile.
  func renewed(after token: Secret) async -> Opened? {
    forget(token)
    let known = expired.withLock { $0 }
    // The next question asks what is kept.
    if let known, known.token == token, abs(clock.now.timeIntervalSince(known.at)) < patience { return nil }
    let new = try? await opened()
    if new?.token != token { return new }
    let now = clock.now
    expired.withLock { $0 = (token, now) }
    forget(token)
    return nil
  }

  private func forget(_ token: Secret) {
    signedIn.withLock { if $0?.token == token { $0 = nil } }
  }

  /// nil where nobody has asked it yet, or it lets nobody in.
  var known: Server? { signedIn.withLock { $0?.server } }

  func opened() async throws(TimelineError) -> Opened {
    if let known = signedIn.withLock({ $0 }) { return known }
    return try await opening.answer(to: id) { [weak self] () throws(TimelineError) in
      guard let self else { throw .cancelled }
      return try await open()
    }
  }

  private func open() async throws(TimelineError) -> Opened {
    if let known = signedIn.withLock({ $0 }) { return known }
    if let refusal = refusal.withLock({ $0 }), abs(clock.now.timeIntervalSince(refusal.at)) < patience {
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
    let opened = Opened(server: server, token: token)
    signedIn.withLock { $0 = opened }
    return opened
  }

  private func account() async throws(TimelineError) -> Account? {
    do throws(StoreError) {
      return try await accounts.accounts().first { $0.id == id }
    } catch {
      throw Task.isCancelled ? .cancelled : .storeFailed(error)
    }
  }
}

extension TimelineError {
  /// Whether the server itself has responded, and not a network, a proxy or this machine in its place.
  fileprivate var isResponse: Bool {
    switch self {
    case .refused, .postUnavailable, .unknownTimeline: true
    default: false
    }
  }
}
