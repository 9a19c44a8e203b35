import Foundation
import Glibc
import ProgramSupport

/// Tern at work without a terminal, so that a test can do something to it meanwhile.
final class RunningTern {
  let process: pid_t
  private let output: String
  private let errors: String
  private var status: Int32?

  /// - Parameters:
  ///   - input: what it reads on standard input.
  ///   - folder: where its standard output and standard error are kept; its home, too.
  init(_ arguments: [String], input: String = "/dev/null", in folder: TemporaryFolder) throws {
    let name = UUID().uuidString
    output = folder.path(of: name + ".output")
    errors = folder.path(of: name + ".errors")
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT, 0o644)
    posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT, 0o644)
    let variables = ["HOME": folder.path, "LANG": "C.UTF-8", "TZ": "UTC", "SWIFT_BACKTRACE": "enable=no"]
    let words = ([Tern.path] + arguments).map { strdup($0) } + [nil]
    let settings = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in words + settings { free(text) } }
    var process: pid_t = 0
    let failure = posix_spawn(&process, Tern.path, &actions, nil, words, settings)
    guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .EIO) }
    self.process = process
  }

  deinit {
    if !hasEnded {
      Glibc.kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
  }

  var hasEnded: Bool {
    var result: Int32 = 0
    if status == nil, waitpid(process, &result, WNOHANG) == process { status = result }
    return status != nil
  }

  func kill(_ signal: Int32) {
    Glibc.kill(process, signal)
  }

  /// Waits until it has ended; nil where it does not. A signal's number is negative.
  func end() async throws -> Int32? {
    for _ in 0..<6_000 where !hasEnded { try await Task.sleep(for: .milliseconds(5)) }
    return status.map { $0 & 0x7F == 0 ? $0 >> 8 & 0xFF : -($0 & 0x7F) }
  }

  /// What it has said on standard output.
  func said() throws -> String { try String(contentsOfFile: output, encoding: .utf8) }

  /// What it has said on standard error.
  func complained() throws -> String { try String(contentsOfFile: errors, encoding: .utf8) }
}
