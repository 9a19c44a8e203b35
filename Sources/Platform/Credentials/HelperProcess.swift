import Dispatch
import Glibc
import SystemFiles

/// A child process without a terminal that reads an input and writes a response, such as a credential helper.
final class HelperProcess: Sendable {
  struct Outcome: Hashable {
    var output: [UInt8]
    var errors: [UInt8]
    /// The exit status; nil if a signal ended the program or the status is unknown.
    var status: Int32?
  }

  /// In bytes, for output and errors each. Valid responses are far shorter; a program that writes more is killed.
  private static let maxOutput = 64 << 10
  /// How often to check whether the program has ended, in milliseconds. Closed pipes are not a sufficient sign, because
  /// a child process of the program may keep them open.
  private static let pollInterval: Int32 = 50

  private let program: StartedProgram
  private let input: Int32
  private let output: Int32
  private let errors: Int32

  init(_ arguments: [String], environment: [String: String]) throws(ProgramStartError) {
    var pipes: [Pipe] = []
    let childEnds: [Int32]
    do throws(ProgramStartError) {
      for _ in 0..<3 { pipes.append(try Pipe()) }
      childEnds = [pipes[0].readEnd, pipes[1].writeEnd, pipes[2].writeEnd]
      program = try StartedProgram(
        ProgramStart(
          arguments, environment: environment, processGroup: .newSession, streams: childEnds.map { .descriptor($0) }))
    } catch {
      for pipe in pipes { pipe.close() }
      throw error
    }
    for end in childEnds { close(end) }
    // A program may exit without reading all of its input.
    signal(SIGPIPE, SIG_IGN)
    (input, output, errors) = (pipes[0].writeEnd, pipes[1].readEnd, pipes[2].readEnd)
    for end in [input, output, errors] { _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK) }
  }

  /// Writes the text and waits, on a queue of its own, until the program has ended. Call it only once.
  func exchange(_ text: [UInt8]) async -> Outcome {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "tern.helper").async {
        continuation.resume(returning: self.exchangeBlocking(text))
      }
    }
  }

  /// Kills the program and its child processes.
  func kill() { program.kill() }
}

extension HelperProcess {
  /// Blocks the thread until the program has ended.
  private func exchangeBlocking(_ text: [UInt8]) -> Outcome {
    var outcome = Outcome(output: [], errors: [], status: nil)
    var rest = text[...]
    var (isInputOpen, isOutputOpen, isErrorsOpen) = (true, true, true)
    var hasEnded = false
    while !hasEnded || isOutputOpen || isErrorsOpen {
      if isInputOpen, rest.isEmpty || hasEnded {
        close(input)
        isInputOpen = false
      }
      var waiting = [
        pollfd(fd: isInputOpen ? input : -1, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: isOutputOpen ? output : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: isErrorsOpen ? errors : -1, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&waiting, 3, hasEnded ? 0 : Self.pollInterval)
      if waiting[0].revents != 0, !writeInput(&rest) { rest = [] }
      if waiting[1].revents != 0 { isOutputOpen = readOutput(from: output, into: &outcome.output) }
      if waiting[2].revents != 0 { isErrorsOpen = readOutput(from: errors, into: &outcome.errors) }
      // Kill a program that writes more than any valid response.
      if outcome.output.count >= Self.maxOutput || outcome.errors.count >= Self.maxOutput { kill() }
      // Do not wait for child processes in the background.
      if hasEnded, count <= 0 { break }
      if !hasEnded { hasEnded = program.hasEnded(&outcome.status) }
    }
    if isInputOpen { close(input) }
    close(output)
    close(errors)
    return outcome
  }

  /// - Returns: Whether the pipe is still open.
  private func writeInput(_ rest: inout ArraySlice<UInt8>) -> Bool {
    let count = rest.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
    if count >= 0 {
      rest = rest.dropFirst(count)
      return true
    }
    return errno == EAGAIN || errno == EINTR
  }

  /// - Returns: Whether more output may follow.
  private func readOutput(from pipe: Int32, into bytes: inout [UInt8]) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = read(pipe, &buffer, buffer.count)
    guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
    bytes += buffer.prefix(min(count, max(0, Self.maxOutput - bytes.count)))
    return bytes.count < Self.maxOutput
  }
}
