import Dispatch
import Glibc
import SystemFiles

/// A program that is given a text and gives one back, without a terminal: it can ask nobody anything. Its work is waited
/// for on a queue of its own.
final class HelperProcess: Sendable {
  struct Outcome: Hashable {
    var output: [UInt8]
    var errors: [UInt8]
    /// nil where the system has not kept it, or a signal has ended the program.
    var status: Int32?
  }

  /// In bytes; no answer is longer, and what a program says besides is not read to its end.
  private static let maxOutput = 64 << 10
  /// In milliseconds: a program that has ended may have left another one behind that holds its pipes.
  private static let lookingAfter: Int32 = 50

  private let program: StartedProgram
  private let input: Int32
  private let output: Int32
  private let errors: Int32

  init(_ arguments: [String], environment: [String: String]) throws(ProgramStartError) {
    var pipes: [Pipe] = []
    let theirs: [Int32]
    do throws(ProgramStartError) {
      for _ in 0..<3 { pipes.append(try Pipe()) }
      theirs = [pipes[0].readEnd, pipes[1].writeEnd, pipes[2].writeEnd]
      program = try StartedProgram(
        ProgramStart(
          arguments, environment: environment, place: .ownSession, streams: theirs.map { .descriptor($0) }))
    } catch {
      for pipe in pipes { pipe.close() }
      throw error
    }
    for end in theirs { close(end) }
    // What a program does not read to its end is its own business.
    signal(SIGPIPE, SIG_IGN)
    (input, output, errors) = (pipes[0].writeEnd, pipes[1].readEnd, pipes[2].readEnd)
    for end in [input, output, errors] { _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK) }
  }

  /// Hands over the text and waits for the end. To be called once.
  func exchange(_ text: [UInt8]) async -> Outcome {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "tern.helper").async {
        continuation.resume(returning: self.serve(text))
      }
    }
  }

  /// Ends it, and what it has started.
  func kill() { program.kill() }
}

extension HelperProcess {
  /// Blocks the thread until the program has ended.
  private func serve(_ text: [UInt8]) -> Outcome {
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
      let count = poll(&waiting, 3, hasEnded ? 0 : Self.lookingAfter)
      if waiting[0].revents != 0, !hand(&rest) { rest = [] }
      if waiting[1].revents != 0 { isOutputOpen = take(from: output, into: &outcome.output) }
      if waiting[2].revents != 0 { isErrorsOpen = take(from: errors, into: &outcome.errors) }
      // Whoever says more than any helper has to say is not heard to the end.
      if outcome.output.count >= Self.maxOutput || outcome.errors.count >= Self.maxOutput { kill() }
      // Whoever has ended says no more; what it left behind in the background is not waited for.
      if hasEnded, count <= 0 { break }
      if !hasEnded { hasEnded = program.hasEnded(&outcome.status) }
    }
    if isInputOpen { close(input) }
    close(output)
    close(errors)
    return outcome
  }

  /// - Returns: whether somebody still reads.
  private func hand(_ rest: inout ArraySlice<UInt8>) -> Bool {
    let count = rest.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
    if count >= 0 {
      rest = rest.dropFirst(count)
      return true
    }
    return errno == EAGAIN || errno == EINTR
  }

  /// - Returns: whether more may come.
  private func take(from pipe: Int32, into bytes: inout [UInt8]) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = read(pipe, &buffer, buffer.count)
    guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
    bytes += buffer.prefix(min(count, max(0, Self.maxOutput - bytes.count)))
    return bytes.count < Self.maxOutput
  }
}
