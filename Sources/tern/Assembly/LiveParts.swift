import Domain
import Runtime
import Settings

/// What commands about servers work with.
struct LiveParts: Sendable {
  let signIn: any ServerSignInRepository
  let accounts: any LiveAccountRepository
  let sync: any SyncAccountsUseCase
}

extension LiveParts {
  /// - Throws: where this Tern can speak to no server.
  @MainActor
  static func make(_ options: LiveOptions, clock: any WallClock) throws(Failure) -> LiveParts {
    throw Failure(.unavailable, "this Tern can speak to no server")
  }

  /// The accounts of servers that go by a name; all where there is no name.
  func accounts(named name: String?) async throws(TimelineError) -> [Account] {
    let known: [Account]
    do throws(StoreError) {
      known = try await accounts.accounts()
    } catch {
      throw .storeFailed(error)
    }
    return name.map { name in known.filter { $0.profile.goes(by: name) } } ?? known
  }
}
