import Domain
import SystemFiles

/// Runs what a person has set to be called by, without a terminal: nobody can ask it anything, nor read what it says.
enum NotifyCommand {
  /// What would lead a program to Tern's terminal.
  private static let leftOut: Set<String> = ["GPG_TTY", "SSH_TTY"]

  /// Returns when it has ended; where the task is cancelled, it is ended with all that it has started. What cannot be
  /// started is left at that.
  static func run(_ command: String, _ variables: [String: String]) async {
    let environment = Environment.variables.filter { !leftOut.contains($0.key) }
      .merging(variables) { _, own in own }
    let start = ProgramStart(
      ["/bin/sh", "-c", command], environment: environment, place: .ownSession,
      streams: [.nothing, .nothing, .nothing])
    guard let program = try? StartedProgram(start) else { return }
    await program.waitForEnd()
  }
}
