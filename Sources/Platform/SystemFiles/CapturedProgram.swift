import Dispatch
import Glibc

/// Runs a program without a terminal and returns what it prints.
package struct CapturedProgram: Sendable {
  package struct Output: Hashable, Sendable {
    package var bytes: [UInt8]
    /// The beginning of standard error.
    package var errors: [UInt8]
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

  private let arguments: [String]
  private let maxBytes: Int
  private let timeout: Duration

  /// - Parameters:
  ///   - arguments: The program and its arguments, which no shell interprets.
  ///   - maxBytes: The maximum size of its output.
  ///   - timeout: The maximum time that it may run.
  package init(_ arguments: [String], maxBytes: Int, timeout: Duration) {
    self.arguments = arguments
    self.maxBytes = maxBytes
    self.timeout = timeout
  }

  /// Waits, on a queue of its own, until the program has ended. Cancelling the task ends it.
  package func run() async throws(Failure) -> Output {
    let running: RunningProgram
    do throws(ProgramStartError) {
      running = try RunningProgram(arguments)
    } catch {
      throw .notStarted(error)
    }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        DispatchQueue(label: "tern.capture").async { [maxBytes, timeout] in
          continuation.resume(returning: Self.read(running, maxBytes, within: timeout))
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
    let output: Int32
    let errors: Int32

    init(_ arguments: [String]) throws(ProgramStartError) {
      let output = try Pipe()
      let errors: Pipe
      do throws(ProgramStartError) {
        errors = try Pipe()
      } catch {
        output.close()
        throw error
      }
      do throws(ProgramStartError) {
        program = try StartedProgram(
          ProgramStart(
            arguments, processGroup: .newSession,
            streams: [.nothing, .descriptor(output.writeEnd), .descriptor(errors.writeEnd)]))
      } catch {
        output.close()
        errors.close()
        throw error
      }
      for end in [output.writeEnd, errors.writeEnd] { close(end) }
      (self.output, self.errors) = (output.readEnd, errors.readEnd)
      for end in [self.output, self.errors] { _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK) }
    }
  }

  /// Blocks the thread until the program has ended.
  private static func read(
    _ running: RunningProgram, _ maxBytes: Int, within timeout: Duration
  ) -> Result<Output, Failure> {
    let deadline = ContinuousClock.now + timeout
    var output = Output(bytes: [], errors: [])
    var (isOutputOpen, areErrorsOpen, hasEnded) = (true, true, false)
    var failure: Failure?
    var status: Int32?
    while !hasEnded || isOutputOpen || areErrorsOpen {
      var waiting = [
        pollfd(fd: isOutputOpen ? running.output : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: areErrorsOpen ? running.errors : -1, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&waiting, 2, hasEnded ? 0 : pollInterval)
      if waiting[0].revents != 0 { isOutputOpen = append(from: running.output, to: &output.bytes, maxBytes + 1) }
      if waiting[1].revents != 0 { areErrorsOpen = append(from: running.errors, to: &output.errors, maxErrors) }
      if failure == nil {
        if output.bytes.count > maxBytes { failure = .outputTooLarge }
        if ContinuousClock.now > deadline { failure = .timedOut }
        if failure != nil { running.program.kill() }
      }
      // Child processes in the background are not waited for.
      if hasEnded, count <= 0 { break }
      if !hasEnded { hasEnded = running.program.hasEnded(&status) }
    }
    close(running.output)
    close(running.errors)
    return failure.map(Result.failure) ?? .success(output)
  }

  /// Reads the available bytes. Those that exceed the limit are dropped.
  /// - Returns: Whether more may follow.
  private static func append(from pipe: Int32, to bytes: inout [UInt8], _ limit: Int) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    let count = Glibc.read(pipe, &buffer, buffer.count)
    guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
    bytes += buffer.prefix(min(count, max(0, limit - bytes.count)))
    return true
  }
}
