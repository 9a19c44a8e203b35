import Dispatch
import Glibc
import Synchronization

/// A program that is given a text and gives one back, without a terminal: it can ask nobody anything. Its work is waited
/// for on a queue of its own.
final class HelperProcess: Sendable {
  struct Outcome: Hashable {
    var output: [UInt8]
    var errors: [UInt8]
    /// nil where the system has not kept it, or a signal has ended the program.
    var status: Int32?
  }

  /// POSIX_SPAWN_SETSID of spawn.h, which Swift does not see.
  private static let setsid: Int16 = 0x80
  /// In bytes; no answer is longer, and what a program says besides is not read to its end.
  private static let maxOutput = 64 << 10
  /// In milliseconds: a program that has ended may have left another one behind that holds its pipes.
  private static let lookingAfter: Int32 = 50
  /// What a Tern has open has smaller numbers.
  private static let maxDescriptor: Int32 = 256

  private let process: pid_t
  /// Whether the program is still there to be ended: its number is somebody else's afterwards.
  private let isRunning = Mutex(true)
  private let input: Int32
  private let output: Int32
  private let errors: Int32

  /// - Throws: the number of the error that the program could not be started for.
  init(_ arguments: [String], environment: [String: String]) throws(HelperStartError) {
    var ends: [Int32] = []
    for _ in 0..<3 {
      var pair: [Int32] = [-1, -1]
      guard pipe(&pair) == 0 else {
        let number = errno
        for end in ends { close(end) }
        throw HelperStartError(number: number)
      }
      ends += pair
      for end in pair { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }
    let (inputs, outputs, complaints) = (ends[0..<2], ends[2..<4], ends[4..<6])
    var process = pid_t()
    let error = Self.spawn(
      arguments, environment, [inputs[0], outputs[3], complaints[5]], &process)
    for end in [inputs[0], outputs[3], complaints[5]] { close(end) }
    guard error == 0 else {
      for end in [inputs[1], outputs[2], complaints[4]] { close(end) }
      throw HelperStartError(number: error)
    }
    // What a program does not read to its end is its own business.
    signal(SIGPIPE, SIG_IGN)
    self.process = process
    (input, output, errors) = (inputs[1], outputs[2], complaints[4])
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
  func kill() {
    isRunning.withLock { isRunning in
      if isRunning { _ = Glibc.kill(-process, SIGKILL) }
    }
  }
}

/// The number of the error that a program could not be started for.
struct HelperStartError: Error {
  var number: Int32
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
      if !hasEnded { hasEnded = end(&outcome.status) }
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

  /// Whether the program has ended. Where the ends of children are ignored, the system keeps no status.
  private func end(_ status: inout Int32?) -> Bool {
    isRunning.withLock { isRunning in
      var number: Int32 = 0
      let found = waitpid(process, &number, WNOHANG)
      if found == 0 || found < 0 && errno == EINTR { return false }
      isRunning = false
      if found == process, number & 0x7F == 0 { status = number >> 8 & 0xFF }
      return true
    }
  }

  /// - Parameter streams: what it has as standard input, output and error.
  /// - Returns: 0, or the number of the error.
  private static func spawn(
    _ arguments: [String], _ environment: [String: String], _ streams: [Int32], _ process: inout pid_t
  ) -> Int32 {
    var attributes = posix_spawnattr_t()
    var actions = posix_spawn_file_actions_t()
    posix_spawnattr_init(&attributes)
    posix_spawn_file_actions_init(&actions)
    defer {
      posix_spawnattr_destroy(&attributes)
      posix_spawn_file_actions_destroy(&actions)
    }
    // Tern ignores some of these; what is ignored is inherited.
    var defaults = sigset_t()
    sigfillset(&defaults)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    var unblocked = sigset_t()
    sigemptyset(&unblocked)
    posix_spawnattr_setsigmask(&attributes, &unblocked)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK) | setsid)
    for (descriptor, stream) in streams.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, stream, Int32(descriptor))
    }
    // Nothing else that Tern, or a library, has open.
    for descriptor in 3..<Self.maxDescriptor { posix_spawn_file_actions_addclose(&actions, descriptor) }
    var pointers = arguments.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (pointers + variables).forEach { free($0) } }
    return posix_spawnp(&process, arguments[0], &actions, &attributes, &pointers, &variables)
  }
}
