import Domain

@testable import Login

/// Records which account was opened.
@MainActor
final class SpyLoginRouter: LoginWireframe {
  private(set) var opened: [Account] = []

  func openAccount(_ account: Account) { opened.append(account) }
}
