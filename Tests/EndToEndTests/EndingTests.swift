import Foundation
import ProgramSupport
import Testing

@Suite("However Tern ends, the terminal is as it was", .needsTerminal, .endsInTime)
struct EndingTests {
  @Test("q and ^C end it with status 0", arguments: ["q", "C-c"])
  func quit(key: String) async throws {
    try await Terminal.open(["--account", "ada@demo"]) { terminal in
      try await terminal.see("1 of 74")
      try await terminal.press(key)
      #expect(try await terminal.end() == 0)
    }
  }

  @Test(
    "A signal ends it with the signal's own status",
    arguments: [SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGPWR, SIGSTKFLT])
  func signal(number: Int32) async throws {
    try await Terminal.open(["--account", "ada@demo"]) { terminal in
      try await terminal.see("1 of 74")
      kill(try await terminal.process(), number)
      #expect(try await terminal.end() == 128 + Int(number))
    }
  }

  @Test("So does a signal while a timeline loads")
  func signalWhileLoading() async throws {
    // A pipe that stays open and says nothing: it loads for as long as the test needs, on the slowest machine.
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

  @Test("So does a signal while the terminal takes nothing")
  func signalWhileBlocked() async throws {
    let folder = try TemporaryFolder()
    let terminal = try RawTerminal(["demo", "--account", "ada@demo"], in: folder)
    #expect(try await terminal.wait(for: "1 of 74"))
    // Each key has the whole screen drawn anew, and nobody reads it: more than a pseudo-terminal holds.
    for _ in 0..<100 {
      terminal.write([0x0C])
      try await Task.sleep(for: .milliseconds(5))
    }
    kill(terminal.process, SIGTERM)
    #expect(try await comesTrue { try status(of: terminal.process).contains("State:\tZ") })
    #expect(terminal.isAsBefore)
    #expect(try await terminal.end() == -SIGTERM)
  }

  @Test("A crash ends it, too", arguments: [SIGSEGV, SIGILL, SIGABRT, SIGTRAP, SIGBUS, SIGFPE, SIGSYS, SIGXCPU])
  func crash(number: Int32) async throws {
    try await Terminal.open(["--account", "ada@demo"]) { terminal in
      try await terminal.see("1 of 74")
      kill(try await terminal.process(), number)
      #expect(try await terminal.end() == 128 + Int(number))
    }
  }

  @Test(
    "So does a crash that is none of a signal's making",
    arguments: [("trap", SIGILL), ("overflow", SIGSEGV), ("abort", SIGABRT)])
  func fall(way: String, number: Int32) async throws {
    let program = Tern.path.replacing(/tern$/, with: "CrashProgram")
    try await Terminal.open([way], environment: ["TERN": program]) { terminal in
      try await terminal.see("on the brink")
      try await terminal.press("x")
      #expect(try await terminal.end() == 128 + Int(number))
    }
  }

  @Test("It goes when its terminal goes")
  func hangUp() async throws {
    try await Terminal.open(["--account", "ada@demo"]) { terminal in
      try await terminal.see("1 of 74")
      let process = try await terminal.process()
      await terminal.close()
      #expect(try await comesTrue { kill(process, 0) != 0 })
    }
  }

  @Test("^Z gives the terminal to the shell, and fg brings everything back")
  func suspend() async throws {
    let script = """
      stty -a >before
      exec bash --norc --noprofile -i
      """
    try await Terminal.open([], environment: ["PS1": "ready> "], script: script) { terminal in
      try await terminal.see("ready>")
      try await terminal.type("\"$TERN\" --account ada@demo\n")
      try await terminal.see("1 of 74")
      try await terminal.press("j", "C-z")
      try await terminal.see("Stopped", "ready>")
      #expect(try await terminal.ask("#{alternate_on} #{cursor_flag}") == "0 1")
      try await terminal.type("stty -a | cmp - before && echo 'the same'; fg\n")
      try await terminal.see("2 of 74", "Katherine Johnson")
      try await terminal.press("j")
      try await terminal.see("3 of 74")
      try await terminal.press("C-z")
      try await terminal.see("the same", "Stopped")
      // A new size while it sleeps.
      try await terminal.resize(to: (60, 20))
      try await terminal.type("fg\n")
      try await terminal.see("60 columns") { screen in
        screen.contains("3 of 74") && screen.contains(String(repeating: "─", count: 60))
          && !screen.contains(String(repeating: "─", count: 61))
      }
      try await terminal.press("q")
      try await terminal.see("the same", "ready>")
    }
  }

  @Test("Whoever stops it from outside finds it again with fg")
  func stopped() async throws {
    let script = "exec bash --norc --noprofile -i"
    try await Terminal.open([], environment: ["PS1": "ready> "], script: script) { terminal in
      try await terminal.see("ready>")
      try await terminal.type("\"$TERN\" --account ada@demo\n")
      try await terminal.see("1 of 74")
      kill(try await terminal.process(), SIGSTOP)
      try await terminal.see("Stopped")
      try await terminal.type("fg\n")
      try await terminal.see("1 of 74")
      try await terminal.press("j")
      try await terminal.see("2 of 74")
      try await terminal.press("q")
      try await terminal.see("ready>")
    }
  }

  @Test("It sleeps while nothing happens")
  func idle() async throws {
    try await Terminal.open(["--account", "ada@demo"]) { terminal in
      try await terminal.see("1 of 74")
      let process = try await terminal.process()
      // Threads that starting needed end by themselves after some seconds.
      var before: [String: Int] = [:]
      let isIdle = try await comesTrue {
        before = try wakeUps(of: process)
        try await Task.sleep(for: .seconds(3))
        return try wakeUps(of: process) == before
      }
      #expect(isIdle)
      try await terminal.press("j")
      try await terminal.see("2 of 74")
      #expect(try wakeUps(of: process) != before)
    }
  }

  /// How often each of its threads has been woken.
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
