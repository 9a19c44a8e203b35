import Domain
import SystemFiles

/// Runs the notification command from the settings, without a terminal and with all output discarded.
enum NotifyCommand {
  /// Variables through which a program could find Tern's terminal.
  private static let removedVariables: Set<String> = ["GPG_TTY", "SSH_TTY"]

  /// Runs a command until it ends. If the task is cancelled, the command and all its children are ended. Ignores a
  /// command that cannot be started.
  static func run(_ command: String, _ variables: [String: String]) async {
    let environment = Environment.variables.filter { !removedVariables.contains($0.key) }
      .merging(variables) { _, own in own }
    let start = ProgramStart(
      ["/bin/sh", "-c", command], environment: environment, processGroup: .newSession,
      streams: [.nothing, .nothing, .nothing])
    guard let program = try? StartedProgram(start) else { return }
    await program.waitForEnd()
  }
}
