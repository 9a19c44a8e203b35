import Testing

@testable import tern

extension WalkSession {
  /// A session with the demo data.
  convenience init() throws {
    try self.init(demo: #require(DemoDirectory.find()), terminal: WalkTerminal())
  }

  /// Performs steps in their text form, separated by spaces.
  func perform(_ steps: String) async throws {
    for step in steps.split(separator: " ") { try await perform(#require(WalkStep(String(step)))) }
  }
}
