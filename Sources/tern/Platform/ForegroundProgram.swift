import Glibc
import Synchronization
import SystemFiles

/// A program that has the terminal to itself until it ends, as a shell's would: with a process group in the foreground, so
/// that its keys and signals are none of Tern's.
@MainActor
enum ForegroundProgram {
  enum End: Hashable {
    case exited(Int32)
    case killed(Int32)
    /// It could not be started: the number of the error.
    case failed(Int32)
  }

  /// The process group that runs; 0 where none does.
  private nonisolated static let running = Atomic<Int32>(0)

  /// - Parameters:
  ///   - command: for the shell, which gets the file as its first argument: no name or text is part of the command.
  ///   - terminal: what it reads.
  static func run(_ command: String, file: String, terminal: Int32) -> End {
    // Whoever ignores the ends of children never hears how one has ended.
    let before = signal(SIGCHLD, SIG_DFL)
    defer {
      // Browsers that have ended meanwhile.
      while waitpid(-1, nil, WNOHANG) > 0 {}
      signal(SIGCHLD, before)
    }
    let isForeground = tcgetpgrp(terminal) == getpgrp()
    // ^C is the program's: the shell that waits for it shall not end by it. Nor by a hang-up, before the program has saved
    // what it can.
    let script = "trap : INT QUIT HUP\n\(command) \"$1\""
    let process: pid_t
    do throws(ProgramStartError) {
      process = try ProgramStart(
        ["/bin/sh", "-c", script, "sh", file], place: isForeground ? .ownGroup : .amongOurs,
        // Standard input may have been posts.
        streams: [.descriptor(terminal), .inherited, .inherited]
      ).start()
    } catch {
      return .failed(error.number)
    }
    guard isForeground else { return wait(for: process) {} }
    running.store(process, ordering: .relaxed)
    // To take the foreground from behind, and to give it away, stops who does not ignore this.
    let stopped = signal(SIGTTOU, SIG_IGN)
    defer {
      running.store(0, ordering: .relaxed)
      tcsetpgrp(terminal, getpgrp())
      signal(SIGTTOU, stopped)
    }
    tcsetpgrp(terminal, process)
    return wait(for: process) {
      // It wanted the terminal before it had it, or the person has stopped it: there is no shell to go to.
      tcsetpgrp(terminal, process)
      kill(-process, SIGCONT)
    }
  }

  /// Asks the program that runs, if one does, to end: Tern is to end, too. From any thread.
  nonisolated static func hangUp() {
    let group = running.load(ordering: .relaxed)
    guard group > 0 else { return }
    kill(-group, SIGHUP)
    kill(-group, SIGCONT)
  }

  /// Some programs put the terminal in order before they stop, and stop after all others that the same key has stopped:
  /// so these are told to go on several times. In milliseconds.
  private static let remindings: [UInt32] = [20, 80, 400, 1_500]

  private static func wait(for process: pid_t, whenStopped goOn: () -> Void) -> End {
    var status: Int32 = 0
    var remindings: ArraySlice<UInt32> = []
    while true {
      let found = waitpid(process, &status, remindings.isEmpty ? WUNTRACED : WUNTRACED | WNOHANG)
      if found == 0, let next = remindings.popFirst() {
        usleep(next * 1_000)
        goOn()
        continue
      }
      guard found == process else {
        if errno == EINTR { continue }
        return .failed(errno)
      }
      switch status & 0x7F {
      case 0x7F:
        goOn()
        remindings = Self.remindings[...]
      case 0: return .exited(status >> 8 & 0xFF)
      case let signal: return .killed(signal)
      }
    }
  }
}
