import Dispatch
import Domain
import Glibc
import SystemFiles

/// Plays films and sounds in the program that the person has set, else in what xdg-open finds. It has nothing to do with
/// Tern's terminal: what it says is gone, and it has no keys of Tern's. No shell ever sees a name or an address, unless the
/// person names one with a script of their own.
struct ExternalPlayer: MediaPlayer {
  private static let standard = ["xdg-open"]

  private let starter: [String]

  /// - Parameter starter: what starts programs and tells how they began: this very program, whatever lies at its path now.
  init(starter: [String] = ["/proc/self/exe", WatchedProgram.command]) {
    self.starter = starter
  }

  func play(_ place: MediaLocation, with command: [String]) async throws(MediaFailure) {
    let command = command.isEmpty ? Self.standard : command
    let name = command[0]
    let output: Int32
    do throws(ProgramStartError) {
      output = try start(starter + Self.arguments(of: command, Self.name(of: place)))
    } catch {
      throw .notStarted(program: name, reason: error.reason)
    }
    // It waits for what watches the program, which no work of Tern's own has to wait for; nor has whoever is gone by then.
    let beginnings = AsyncStream<WatchedProgram.Beginning> { continuation in
      DispatchQueue(label: "tern.player").async {
        continuation.yield(WatchedProgram.read(from: output))
        continuation.finish()
        close(output)
      }
    }
    var said = WatchedProgram.Beginning.runs
    for await beginning in beginnings { said = beginning }
    switch said {
    case .runs: break
    case .notStarted(let number): throw .notStarted(program: name, reason: SystemError(code: number).reason)
    case .exited(0): break
    case .exited(let status): throw .ended(program: name, status: Int(status))
    case .killed(let signal): throw .killed(program: name, signal: Int(signal))
    }
  }

  /// - Returns: the descriptor from which can be read what the program says.
  private func start(_ arguments: [String]) throws(ProgramStartError) -> Int32 {
    let pipe = try Pipe()
    defer { close(pipe.writeEnd) }
    do throws(ProgramStartError) {
      _ = try ProgramStart(
        arguments, place: .ownSession, streams: [.nothing, .descriptor(pipe.writeEnd), .nothing]
      ).start()
    } catch {
      close(pipe.readEnd)
      throw error
    }
    return pipe.readEnd
  }

  /// What cannot be taken for an option: files are named from the root or from here, addresses begin with their scheme.
  private static func name(of place: MediaLocation) -> String {
    switch place {
    case .kept(let file): file.path.hasPrefix("/") ? file.path : "./" + file.path
    case .web(let address): address.encoded
    }
  }

  /// `%s` stands for what is played, as in $BROWSER; without it, it comes last.
  private static func arguments(of command: [String], _ name: String) -> [String] {
    guard command.contains(where: { $0.contains("%s") }) else { return command + [name] }
    return command.map { $0.replacing("%s", with: name) }
  }
}
