import Dispatch
import Domain
import Glibc
import SystemFiles

/// Plays media in the program from the settings, otherwise with xdg-open. The program is detached from Tern's terminal:
/// its output is discarded and it gets no input. No shell is involved, unless the user's command is a script.
struct ExternalPlayer: MediaPlayer {
  private static let defaultCommand = ["xdg-open"]

  private let starter: [String]

  /// - Parameter starter: the command that starts a program and reports how it started: this executable, even if the
  ///   file at its path has been replaced.
  init(starter: [String] = ["/proc/self/exe", WatchedProgram.command]) {
    self.starter = starter
  }

  /// Starts the player and waits for at most `WatchedProgram.timeout` whether it fails.
  func play(_ location: MediaLocation, with command: [String]) async throws(MediaFailure) {
    let command = command.isEmpty ? Self.defaultCommand : command
    let name = command[0]
    let output: Int32
    do throws(ProgramStartError) {
      output = try start(starter + Self.arguments(of: command, Self.name(of: location)))
    } catch {
      throw .notStarted(program: name, reason: error.reason)
    }
    // Reading blocks until the watching process reports. It runs on a separate queue, so that it does not occupy a
    // thread of the executor, and cancellation does not wait for it.
    let results = AsyncStream<WatchedProgram.StartResult> { continuation in
      DispatchQueue(label: "tern.player").async {
        continuation.yield(WatchedProgram.read(from: output))
        continuation.finish()
        close(output)
      }
    }
    var result = WatchedProgram.StartResult.runs
    for await beginning in results { result = beginning }
    switch result {
    case .runs: break
    case .notStarted(let number): throw .notStarted(program: name, reason: SystemError(code: number).reason)
    case .exited(0): break
    case .exited(let status): throw .ended(program: name, status: Int(status))
    case .killed(let signal): throw .killed(program: name, signal: Int(signal))
    }
  }

  /// - Returns: the descriptor of the program's standard output.
  private func start(_ arguments: [String]) throws(ProgramStartError) -> Int32 {
    let pipe = try Pipe()
    defer { close(pipe.writeEnd) }
    do throws(ProgramStartError) {
      _ = try ProgramStart(
        arguments, processGroup: .newSession, streams: [.nothing, .descriptor(pipe.writeEnd), .nothing]
      ).start()
    } catch {
      close(pipe.readEnd)
      throw error
    }
    return pipe.readEnd
  }

  /// The argument for a file or URL. It never starts with a hyphen, so it cannot be taken for an option.
  private static func name(of location: MediaLocation) -> String {
    switch location {
    case .stored(let file): file.path.hasPrefix("/") ? file.path : "./" + file.path
    case .web(let address): address.encoded
    }
  }

  /// Replaces `%s` by the name, as in $BROWSER; without `%s` the name is the last argument.
  private static func arguments(of command: [String], _ name: String) -> [String] {
    guard command.contains(where: { $0.contains("%s") }) else { return command + [name] }
    return command.map { $0.replacing("%s", with: name) }
  }
}
