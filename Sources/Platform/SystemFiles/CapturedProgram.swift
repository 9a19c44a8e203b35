import Dispatch
import Glibc

/// Runs a program without a terminal, such as a credential helper, and returns what it prints.
package struct CapturedProgram: Sendable {
  package struct Output: Hashable, Sendable {
    package var bytes: [UInt8]
    /// The beginning of standard error.
    package var errors: [UInt8]
    /// The exit status; nil if a signal ended the program or the status is unknown.
    package var status: Int32?
  }

  package enum Failure: Error, Hashable {
    case notStarted(ProgramStartError)
    /// It printed more than the limit and was ended.
    case outputTooLarge
    /// It ran longer than the limit and was ended.
    case timedOut
    /// The task was cancelled and the program ended.
    case cancelled
  }

  private static let maxErrors = 4 << 10
  /// In milliseconds. Pipes may stay open after the end of the program, in its child processes.
  private static let pollInterval: Int32 = 50

  private let start: ProgramStart
  private let input: [UInt8]
  private let maxBytes: Int
  private let timeout: Duration?

  /// - Parameters:
  ///   - arguments: the program and its arguments, which no shell interprets.
  ///   - environment: nil for Tern's environment.
  ///   - input: its standard input.
  ///   - maxBytes: the maximum size of its output.
  ///   - timeout: the maximum time that it may run; nil if the task limits it.
  package init(
    _ arguments: [String], environment: [String: String]? = nil, input: [UInt8] = [], maxBytes: Int, timeout: Duration?
  ) {
    start = ProgramStart(arguments, environment: environment, processGroup: .newSession)
    self.input = input
    self.maxBytes = maxBytes
    self.timeout = timeout
  }

  /// Waits, on a queue of its own, until the program has ended. Cancelling the task ends it.
  package func run() async throws(Failure) -> Output {
    let running: RunningProgram
    do throws(ProgramStartError) {
      running = try RunningProgram(start)
    } catch {
      throw .notStarted(error)
    }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        DispatchQueue(label: "tern.capture").async { [input, maxBytes, timeout] in
          continuation.resume(returning: Self.exchange(input, with: running, maxBytes, within: timeout))
        }
      }
    } onCancel: {
      running.program.kill()
    }
    if Task.isCancelled { throw .cancelled }
    return try result.get()
  }
}

extension CapturedProgram {
  /// A program with the ends of its pipes.
  private struct RunningProgram: Sendable {
    let program: StartedProgram
    let input: Int32
    let output: Int32
    let errors: Int32

    init(_ start: ProgramStart) throws(ProgramStartError) {
      var pipes: [Pipe] = []
      let childEnds: [Int32]
      do throws(ProgramStartError) {
        for _ in 0..<3 { pipes.append(try Pipe()) }
        childEnds = [pipes[0].readEnd, pipes[1].writeEnd, pipes[2].writeEnd]
        var start = start
        start.streams = childEnds.map { .descriptor($0) }
        program = try StartedProgram(start)
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
  }

  /// Blocks the thread until the program has ended.
  private static func exchange(
    _ input: [UInt8], with running: RunningProgram, _ maxBytes: Int, within timeout: Duration?
  ) -> Result<Output, Failure> {
    let deadline = timeout.map { ContinuousClock.now + $0 }
    var output = Output(bytes: [], errors: [], status: nil)
    var rest = input[...]
    var (isInputOpen, isOutputOpen, areErrorsOpen, hasEnded) = (true, true, true, false)
    var failure: Failure?
    while !hasEnded || isOutputOpen || areErrorsOpen {
      if isInputOpen, rest.isEmpty || hasEnded {
        close(running.input)
        isInputOpen = false
      }
      var waiting = [
        pollfd(fd: isInputOpen ? running.input : -1, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: isOutputOpen ? running.output : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: areErrorsOpen ? running.errors : -1, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&waiting, 3, hasEnded ? 0 : pollInterval)
      if waiting[0].revents != 0, !write(&rest, to: running.input) { rest = [] }
      if waiting[1].revents != 0 { isOutputOpen = append(from: running.output, to: &output.bytes, maxBytes + 1) }
      if waiting[2].revents != 0 { areErrorsOpen = append(from: running.errors, to: &output.errors, maxErrors) }
      if failure == nil {
        if output.bytes.count > maxBytes { failure = .outputTooLarge }
        if let deadline, ContinuousClock.now > deadline { failure = .timedOut }
        if failure != nil { running.program.kill() }
      }
      // Child processes in the background are not waited for.
      if hasEnded, count <= 0 { break }
      if !hasEnded { hasEnded = running.program.hasEnded(&output.status) }
    }
    if isInputOpen { close(running.input) }
    close(running.output)
    close(running.errors)
    return failure.map(Result.failure) ?? .success(output)
  }

  /// - Returns: whether the pipe is still open.
  private static func write(_ rest: inout ArraySlice<UInt8>, to pipe: Int32) -> Bool {
    let count = rest.withUnsafeBytes { Glibc.write(pipe, $0.baseAddress, $0.count) }
    if count >= 0 {
      rest = rest.dropFirst(count)
      return true
    }
    return errno == EAGAIN || errno == EINTR
  }

  /// Reads the available bytes. Those that exceed the limit are dropped.
  /// - Returns: whether more may follow.
  private static func append(from pipe: Int32, to bytes: inout [UInt8], _ limit: Int) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    let count = Glibc.read(pipe, &buffer, buffer.count)
    guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
    bytes += buffer.prefix(min(count, max(0, limit - bytes.count)))
    return true
  }
}
