import Glibc
import PseudoTerminals

/// A program run without a terminal until it ends.
struct Command {
  struct Outcome {
    /// The time from the start to the first byte of output, if there is any, and to the end.
    let first: Duration?
    let whole: Duration
    let lines: Int
    /// Peak memory in bytes, including shared memory.
    let peakMemory: Int
  }

  let words: [String]
  let environment: [String: String]

  /// Reads all output. The error output is part of the thrown error.
  func run() throws -> Outcome {
    let output = try PipeEnds()
    let errors = try PipeEnds()
    let start = ContinuousClock.now
    let process = try spawn(output, errors)
    output.closeWriting()
    errors.closeWriting()
    var first: Duration?
    var lines = 0
    var said: [UInt8] = []
    var peak = 0
    var isWriting = true
    while isWriting {
      // /proc has no data of ended processes, so poll it now and then; each time costs some processor time.
      peak = max(peak, ProcessStatus.peakMemory(of: process) ?? 0)
      isWriting = output.read(within: .milliseconds(50)) { bytes in
        if first == nil { first = ContinuousClock.now - start }
        lines += bytes.count { $0 == UInt8(ascii: "\n") }
      }
      while errors.read(within: .zero, { said += $0 }), errors.isReady {}
    }
    var status: Int32 = 0
    waitpid(process, &status, 0)
    let whole = ContinuousClock.now - start
    guard status == 0 else {
      let reason = String(decoding: said.suffix(300), as: UTF8.self).split(separator: "\n").joined(separator: " ")
      throw BenchmarkError("“\(words.joined(separator: " "))” failed: \(reason)")
    }
    return Outcome(first: first, whole: whole, lines: lines, peakMemory: peak)
  }

  private func spawn(_ output: PipeEnds, _ errors: PipeEnds) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output.writing, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, errors.writing, STDERR_FILENO)
    let arguments = words.map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { (arguments + variables).forEach { free($0) } }
    var process: pid_t = 0
    let status = posix_spawn(&process, words[0], &actions, nil, arguments, variables)
    if status != 0 { throw BenchmarkError("\(words[0]): \(String(cString: strerror(status)))") }
    return process
  }
}
