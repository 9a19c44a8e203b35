import Testing

@testable import TerminalKit
@testable import tern

/// Keys that arrive together, as over a slow line.
@MainActor @Suite struct BurstTests {
  /// The program after keys that nothing waits for, except for the last one.
  private func navigator(after keys: String, _ check: (Navigator) -> Void) async throws {
    let session = try WalkSession()
    try await session.perform("=@ada@demo \(keys)")
    check(try #require(session.program?.navigator))
    try await session.end()
  }

  @Test func `A number opens the account in the list that is being opened`() async throws {
    try await navigator(after: "~g ~s 1") { #expect($0.screens.map(\.title) == ["Timeline"]) }
  }

  @Test func `The form for a new list opens in the list of lists that is being opened`() async throws {
    try await navigator(after: "~g ~l n") { #expect($0.screens.count == 3) }
  }
}
