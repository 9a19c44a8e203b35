import Glibc
import Synchronization
import SystemFiles

/// Runs a program in the foreground of the terminal until it ends, as a shell does: in its own process group, so that
/// keys and signals of the terminal do not reach Tern.
@MainActor
enum ForegroundProgram {
  enum Outcome: Hashable {
    /// With the exit status.
    case exited(Int32)
    /// By a signal.
    case killed(Int32)
    /// It could not be started, with the errno value.
    case failed(Int32)
  }

  private struct State {
    /// The process group and terminal of the running program.
    var running: (group: pid_t, terminal: Int32)?
    /// Whether Tern is about to end. No program is started from then on, nor is the terminal given to one.
    var isEnding = false
  }

  /// Locked while a program is started, so that an ending signal that arrives then finds it.
  private nonisolated static let state = Mutex(State())

  /// - Parameters:
  ///   - command: a shell command. The file is passed as an argument, so nothing in its name is expanded.
  ///   - terminal: the descriptor of the terminal, used as standard input.
  static func run(_ command: String, file: String, terminal: Int32) -> Outcome {
    // If SIGCHLD is ignored, `waitpid` cannot return the status.
    let before = signal(SIGCHLD, SIG_DFL)
    defer {
      // Reap other children, such as browsers, that ended in the meantime.
      while waitpid(-1, nil, WNOHANG) > 0 {}
      signal(SIGCHLD, before)
    }
    let isForeground = tcgetpgrp(terminal) == getpgrp()
    // ^C is for the program, not for the shell that waits for it. A hang-up must not end the shell before the program
    // has saved its file, either.
    let script = "trap : INT QUIT HUP\n\(command) \"$1\""
    let start = ProgramStart(
      ["/bin/sh", "-c", script, "sh", file], processGroup: isForeground ? .newGroup : .inherited,
      // Tern's standard input may be a pipe with posts.
      streams: [.descriptor(terminal), .inherited, .inherited])
    // `tcsetpgrp` from the background would stop Tern unless SIGTTOU is ignored.
    let stopped = signal(SIGTTOU, SIG_IGN)
    defer { signal(SIGTTOU, stopped) }
    let process: pid_t
    do throws(ProgramStartError) {
      process = try state.withLock { state throws(ProgramStartError) in
        guard !state.isEnding else { throw ProgramStartError(number: ECANCELED) }
        let process = try start.start()
        guard isForeground else { return process }
        state.running = (process, terminal)
        tcsetpgrp(terminal, process)
        return process
      }
    } catch {
      return .failed(error.number)
    }
    guard isForeground else { return wait(for: process) {} }
    defer {
      state.withLock { $0.running = nil }
      tcsetpgrp(terminal, getpgrp())
    }
    return wait(for: process) {
      // The program stopped because it accessed the terminal too early, or the user pressed ^Z. Continue it, as there
      // is no shell to return to.
      state.withLock { state in
        if !state.isEnding { tcsetpgrp(terminal, process) }
      }
      kill(-process, SIGCONT)
    }
  }

  /// Sends SIGHUP to the running program, if any, and takes the terminal back, which otherwise would belong to no
  /// process that reads it. Call it when Tern is about to end, from any thread.
  nonisolated static func hangUp() {
    state.withLock { state in
      state.isEnding = true
      guard let (group, terminal) = state.running else { return }
      kill(-group, SIGHUP)
      kill(-group, SIGCONT)
      tcsetpgrp(terminal, getpgrp())
    }
  }

  /// The delays before each SIGCONT, in milliseconds. It is sent several times because a program may restore the
  /// terminal first and stop later than the other processes of its group.
  private static let continueDelays: [UInt32] = [20, 80, 400, 1_500]

  private static func wait(for process: pid_t, whenStopped continueProgram: () -> Void) -> Outcome {
    var status: Int32 = 0
    var continueDelays: ArraySlice<UInt32> = []
    while true {
      let found = waitpid(process, &status, continueDelays.isEmpty ? WUNTRACED : WUNTRACED | WNOHANG)
      if found == 0, let next = continueDelays.popFirst() {
        usleep(next * 1_000)
        continueProgram()
        continue
      }
      guard found == process else {
        if errno == EINTR { continue }
        return .failed(errno)
      }
      switch status & 0x7F {
      case 0x7F:
        continueProgram()
        continueDelays = Self.continueDelays[...]
      case 0: return .exited(status >> 8 & 0xFF)
      case let signal: return .killed(signal)
      }
    }
  }
}
