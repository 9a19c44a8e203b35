import Domain

@testable import Login

/// Records the opened accounts.
@MainActor
final class SpyLoginRouter: LoginWireframe {
  private(set) var signedIn: [Account] = []
  private(set) var leaves = 0
  private(set) var opened: [Account] = []

  func openAccount(_ account: Account) { opened.append(account) }

  func openSignedIn(_ account: Account) { signedIn.append(account) }
  func leave() { leaves += 1 }
}
