import Foundation
import Glibc
import ProgramSupport

/// A running Tern without a terminal.
final class RunningTern {
  let process: pid_t
  private let outputPath: String
  private let errorPath: String
  private var status: Int32?
  /// The processor time used, once it has ended.
  private(set) var processorTime: Duration?

  /// - Parameters:
  ///   - input: the file for standard input.
  ///   - folder: the home directory, where standard output and error are also recorded.
  ///   - environment: additional environment variables.
  init(
    _ arguments: [String], input: String = "/dev/null", in folder: TemporaryFolder, environment: [String: String] = [:]
  ) throws {
    let name = UUID().uuidString
    outputPath = folder.path(of: name + ".output")
    errorPath = folder.path(of: name + ".errors")
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    // Reset blocked and ignored signals, which the test process may have.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, outputPath, O_WRONLY | O_CREAT, 0o644)
    posix_spawn_file_actions_addopen(&actions, 2, errorPath, O_WRONLY | O_CREAT, 0o644)
    let standard = ["HOME": folder.path, "LANG": "C.UTF-8", "TZ": "UTC", "SWIFT_BACKTRACE": "enable=no"]
    let variables = standard.merging(environment) { $1 }
    let words = ([Tern.path] + arguments).map { strdup($0) } + [nil]
    let settings = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in words + settings { free(text) } }
    var process: pid_t = 0
    let failure = posix_spawn(&process, Tern.path, &actions, &attributes, words, settings)
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
    var usage = rusage()
    if status == nil, wait4(process, &result, WNOHANG, &usage) == process {
      status = result
      processorTime = Duration(usage.ru_utime) + Duration(usage.ru_stime)
    }
    return status != nil
  }

  func kill(_ signal: Int32) {
    Glibc.kill(process, signal)
  }

  /// Lets it run until it has used more processor time, then stops it. SIGCONT continues it.
  /// - Returns: whether it is stopped; false if it has ended.
  func stop(after time: Duration) async -> Bool {
    let process = process
    return await withCheckedContinuation { continuation in
      // A separate thread, because with other tests running a task may not be scheduled for seconds.
      Thread.detachNewThread {
        var clock = clockid_t()
        if clock_getcpuclockid(process, &clock) == 0 {
          var now = timespec()
          clock_gettime(clock, &now)
          let end = Duration(now) + time
          while Duration(now) < end, !Self.hasEnded(process) {
            usleep(200)
            clock_gettime(clock, &now)
          }
          Glibc.kill(process, SIGSTOP)
        }
        var change = siginfo_t()
        // Waits until all threads are stopped, without reaping the process.
        waitid(P_PID, id_t(process), &change, WEXITED | WSTOPPED | WNOWAIT)
        continuation.resume(returning: change.si_code == CLD_STOPPED)
      }
    }
  }

  private static func hasEnded(_ process: pid_t) -> Bool {
    var change = siginfo_t()
    waitid(P_PID, id_t(process), &change, WEXITED | WNOHANG | WNOWAIT)
    return change.si_signo == SIGCHLD
  }

  /// Waits until it has ended.
  /// - Returns: the exit status, a negative signal number, or nil if it does not end.
  func end() async throws -> Int32? {
    for _ in 0..<6_000 where !hasEnded { try await Task.sleep(for: .milliseconds(5)) }
    return status.map { $0 & 0x7F == 0 ? $0 >> 8 & 0xFF : -($0 & 0x7F) }
  }

  /// The contents of standard output.
  func output() throws -> String { try String(contentsOfFile: outputPath, encoding: .utf8) }

  /// The contents of standard error.
  func errorOutput() throws -> String { try String(contentsOfFile: errorPath, encoding: .utf8) }
}

extension Duration {
  fileprivate init(_ time: timespec) {
    self = .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  fileprivate init(_ time: timeval) {
    self = .seconds(time.tv_sec) + .microseconds(time.tv_usec)
  }
}
