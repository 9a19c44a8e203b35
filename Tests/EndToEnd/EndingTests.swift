import Foundation
import ProgramSupport
import Testing

@Suite("Ending restores the terminal", .needsTerminal, .endsInTime)
struct EndingTests {
  @Test("after q and ^C, with status 0", arguments: ["q", "C-c"])
  func quit(key: String) async throws {
    try await Terminal.open(["--account", "ada@demo"]) { terminal in
      try await terminal.see("1 of 73")
      try await terminal.press(key)
      #expect(try await terminal.end() == 0)
    }
  }

  @Test(
    "after a signal, with the signal's status",
    arguments: [SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGPWR, SIGSTKFLT])
  func signal(number: Int32) async throws {
    try await Terminal.open(["--account", "ada@demo"]) { terminal in
      try await terminal.see("1 of 73")
      kill(try await terminal.process(), number)
      #expect(try await terminal.end() == 128 + Int(number))
    }
  }

  @Test("after a signal while a timeline loads")
  func signalWhileLoading() async throws {
    // An open pipe without data: the timeline keeps loading, on any machine.
    let script = """
      mkfifo silent
      stty -a >before
      echo 'here is the shell'
      "$TERN" - <>silent
      echo $? >status
      stty -a >after
      echo 'the shell is back'
      exec cat

      """
    try await Terminal.open(script: script) { terminal in
      try await terminal.see("Loading Home")
      kill(try await terminal.process(), SIGTERM)
      #expect(try await terminal.end() == 128 + Int(SIGTERM))
    }
  }

  @Test("after a signal while the terminal accepts no output")
  func signalWhileBlocked() async throws {
    let folder = TemporaryFolder()
    let terminal = try RawTerminal(["demo", "--account", "ada@demo"], in: folder)
    #expect(try await terminal.wait(for: "1 of 73"))
    // Each key redraws the whole screen, which is never read: more than a pseudoterminal buffers.
    for _ in 0..<100 {
      terminal.write([0x0C])
      try await Task.sleep(for: .milliseconds(5))
    }
    kill(terminal.process, SIGTERM)
    #expect(try await becomesTrue { try status(of: terminal.process).contains("State:\tZ") })
    #expect(terminal.isRestored)
    #expect(try await terminal.end() == -SIGTERM)
  }

  @Test("after a crash by a signal", arguments: [SIGSEGV, SIGILL, SIGABRT, SIGTRAP, SIGBUS, SIGFPE, SIGSYS, SIGXCPU])
  func crash(number: Int32) async throws {
    try await Terminal.open(["--account", "ada@demo"]) { terminal in
      try await terminal.see("1 of 73")
      kill(try await terminal.process(), number)
      #expect(try await terminal.end() == 128 + Int(number))
    }
  }

  @Test(
    "after a crash in the program",
    arguments: [("trap", SIGILL), ("overflow", SIGSEGV), ("abort", SIGABRT)])
  func internalCrash(way: String, number: Int32) async throws {
    let program = Tern.path.replacing(/tern$/, with: "CrashProgram")
    try await Terminal.open([way], environment: ["TERN": program]) { terminal in
      try await terminal.see("on the brink")
      try await terminal.press("x")
      #expect(try await terminal.end() == 128 + Int(number))
    }
  }

  @Test("The program ends when its terminal closes")
  func hangUp() async throws {
    try await Terminal.open(["--account", "ada@demo"]) { terminal in
      try await terminal.see("1 of 73")
      let process = try await terminal.process()
      await terminal.close()
      #expect(try await becomesTrue { kill(process, 0) != 0 })
    }
  }

  @Test("^Z returns to the shell, and fg restores the screen")
  func suspend() async throws {
    let script = """
      stty -a >before
      exec bash --norc --noprofile -i
      """
    try await Terminal.open([], environment: ["PS1": "ready> "], script: script) { terminal in
      try await terminal.see("ready>")
      try await terminal.type("\"$TERN\" --account ada@demo\n")
      try await terminal.see("1 of 73")
      try await terminal.press("j", "C-z")
      try await terminal.see("Stopped", "ready>")
      #expect(try await terminal.query("#{alternate_on} #{cursor_flag}") == "0 1")
      try await terminal.type("stty -a | cmp - before && echo 'the same'; fg\n")
      try await terminal.see("2 of 73", "Katherine Johnson")
      try await terminal.press("j")
      try await terminal.see("3 of 73")
      try await terminal.press("C-z")
      try await terminal.see("the same", "Stopped")
      // Resize while it is stopped.
      try await terminal.resize(to: (60, 20))
      try await terminal.type("fg\n")
      try await terminal.see("60 columns") { screen in
        screen.contains("3 of 73") && screen.contains(String(repeating: "─", count: 60))
          && !screen.contains(String(repeating: "─", count: 61))
      }
      try await terminal.press("q")
      try await terminal.see("the same", "ready>")
    }
  }

  @Test("fg restores the screen after SIGSTOP")
  func stopped() async throws {
    let script = "exec bash --norc --noprofile -i"
    try await Terminal.open([], environment: ["PS1": "ready> "], script: script) { terminal in
      try await terminal.see("ready>")
      try await terminal.type("\"$TERN\" --account ada@demo\n")
      try await terminal.see("1 of 73")
      kill(try await terminal.process(), SIGSTOP)
      try await terminal.see("Stopped")
      try await terminal.type("fg\n")
      try await terminal.see("1 of 73")
      try await terminal.press("j")
      try await terminal.see("2 of 73")
      try await terminal.press("q")
      try await terminal.see("ready>")
    }
  }

  @Test("An idle program does not wake up")
  func idle() async throws {
    try await Terminal.open(["--account", "ada@demo"]) { terminal in
      try await terminal.see("1 of 73")
      let process = try await terminal.process()
      // Threads used for starting end after some seconds.
      var before: [String: Int] = [:]
      let isIdle = try await becomesTrue {
        before = try wakeUps(of: process)
        try await Task.sleep(for: .seconds(3))
        return try wakeUps(of: process) == before
      }
      #expect(isIdle)
      try await terminal.press("j")
      try await terminal.see("2 of 73")
      // The kernel counts a wake-up when the thread sleeps again.
      #expect(try await becomesTrue { try wakeUps(of: process) != before })
    }
  }

  /// The number of voluntary context switches of each thread.
  private func wakeUps(of process: Int32) throws -> [String: Int] {
    let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")
    var counts: [String: Int] = [:]
    for thread in threads {
      let line = try status(of: process, thread).split(separator: "\n").first {
        $0.hasPrefix("voluntary_ctxt_switches")
      }
      counts[thread] = line?.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) }
    }
    return counts
  }

  private func status(of process: Int32, _ thread: String? = nil) throws -> String {
    let path = "/proc/\(process)/" + (thread.map { "task/\($0)/" } ?? "") + "status"
    return try String(contentsOfFile: path, encoding: .utf8)
  }
}
