import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import ServerSession

/// The stored token of an account.
@Suite(.timeLimit(.minutes(5))) struct StoredTokenTests {
  private static let ended = TimelineError.sessionExpired(handle: "ada@server.example", host: "server.example")
  private let clock = VirtualClock(now: .noon)

  private func token(_ stored: SingleTokenRepository) -> StoredToken {
    let account = Account(
      id: .mastodon("ada@server.example"), profile: Profile(handle: "ada@server.example", name: "Ada"),
      origin: .server(ServerOrigin(host: "server.example", address: "https://server.example")))
    return StoredToken(of: account, at: "server.example", credentials: stored, clock: clock)
  }

  @Test func `The token is read once for concurrent requests`() async throws {
    let stored = SingleTokenRepository()
    let token = token(stored)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<10 { group.addTask { _ = try? await token.token() } }
    }
    #expect(stored.readCount == 1)
    #expect(try await token.token() == Secret("t0k3n"))
    #expect(stored.readCount == 1)
  }

  @Test func `Without a token the session has ended`() async {
    let token = token(SingleTokenRepository(token: nil))
    await #expect(throws: Self.ended) { try await token.token() }
  }

  @Test func `A failed read of the token is not repeated within a minute`() async throws {
    let stored = SingleTokenRepository(error: CredentialError(location: "pass tern", reason: "no key"))
    let token = token(stored)
    for second in [0, 1, 59, 60] {
      clock.advance(to: .noon.addingTimeInterval(Double(second)))
      await #expect(throws: TimelineError.fileUnreadable(path: "pass tern", reason: "no key")) {
        try await token.token()
      }
    }
    #expect(stored.readCount == 2)
  }

  @Test func `A new token is used after signing in again`() async throws {
    let stored = SingleTokenRepository(token: Secret("first"))
    let token = token(stored)
    #expect(try await token.token() == Secret("first"))
    stored.secret = Secret("second")
    // It is not read again before the server rejects the first one.
    #expect(try await token.token() == Secret("first"))
    #expect(await token.renew(after: Secret("first")))
    #expect(try await token.token() == Secret("second"))
    // Another request was sent with the first one.
    #expect(await token.renew(after: Secret("first")))
    #expect(stored.readCount == 2)
    stored.secret = nil
    #expect(await !token.renew(after: Secret("second")))
    await #expect(throws: Self.ended) { try await token.token() }
    // The user signs in again.
    stored.secret = Secret("third")
    #expect(try await token.token() == Secret("third"))
  }

  @Test func `The token is read once for each refused request`() async {
    let stored = SingleTokenRepository(token: Secret("revoked"))
    let token = token(stored)
    for _ in 0..<5 {
      guard let rejected = try? await token.token() else { continue }
      #expect(await !token.renew(after: rejected))
    }
    // The first one checks for another token.
    #expect(stored.readCount == 6)
  }
}
