import ArgumentParser

/// A command that runs on the main actor, where curses and the screens live.
protocol MainActorCommand: ParsableCommand, Sendable {
  @MainActor
  func runOnMainActor() throws
}

extension MainActorCommand {
  func run() throws {
    try MainActor.assumeIsolated { try runOnMainActor() }
  }
}
