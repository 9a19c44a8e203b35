import FolderSupport
import Foundation
import SystemFiles
import TestSupport
import Testing

/// What a started program inherits.
@Suite struct ProgramStartTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The output of a script.
  private func output(_ script: String) async throws -> String {
    let path = folder.path + "/out"
    let start = ProgramStart(
      ["/bin/sh", "-c", "{ \(script); } >\"$out\" 2>&1"], environment: ["out": path, "PATH": "/usr/bin:/bin"],
      processGroup: .newSession, streams: [.nothing, .nothing, .nothing])
    await (try StartedProgram(start)).waitForEnd()
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test func `Only the three standard streams are open, as /dev/null`() async throws {
    // A descriptor without close-on-exec.
    let descriptor = open("/dev/zero", O_RDONLY)
    let high = fcntl(descriptor, F_DUPFD, 300)
    defer { [descriptor, high].forEach { close($0) } }
    let found = try await output("ls -l /proc/$$/fd; cat")
    #expect(found.contains(" 0 -> /dev/null"))
    #expect(!found.contains("/dev/zero"))
    #expect(!found.contains("socket") && !found.contains("pipe"))
  }

  @Test func `Signals have their defaults, and there is no terminal`() async throws {
    let before = signal(SIGPIPE, SIG_IGN)
    defer { signal(SIGPIPE, before) }
    let found = try await output("grep -E '^Sig(Ign|Blk)' /proc/self/status; cut -d' ' -f5-7 /proc/$$/stat; echo $$")
    let lines = found.split(separator: "\n").map(String.init)
    try #require(lines.count == 4)
    #expect(lines[0] == "SigBlk:\t0000000000000000")
    // 32 and 33 are glibc's own, which it ignores in all processes it starts.
    #expect(["SigIgn:\t0000000000000000", "SigIgn:\t0000000180000000"].contains(lines[1]))
    // It leads its own group and session without a controlling terminal.
    #expect(lines[2] == "\(lines[3]) \(lines[3]) 0")
  }

  @Test func `Cancelling the wait kills the program and its children`() async throws {
    let path = folder.path + "/started"
    let start = ProgramStart(
      ["/bin/sh", "-c", "echo $$ >'\(path)'; sleep 600; echo"], processGroup: .newSession,
      streams: [.nothing, .nothing, .nothing])
    let program = try StartedProgram(start)
    let waiting = Task { await program.waitForEnd() }
    await waitUntil("the process writes its ID") {
      (try? String(contentsOfFile: path, encoding: .utf8))?.hasSuffix("\n") == true
    }
    waiting.cancel()
    await waiting.value
    let process = try #require(pid_t(try String(contentsOfFile: path, encoding: .utf8).dropLast()))
    // All processes of its group are gone or about to exit.
    await waitUntil("the processes end") { kill(-process, 0) != 0 }
    var status: Int32?
    #expect(program.hasEnded(&status))
  }

  @Test func `A program that cannot be started is an error`() {
    #expect(throws: ProgramStartError(number: ENOENT)) {
      try ProgramStart([folder.path + "/nothing"], processGroup: .newSession).start()
    }
    #expect(throws: ProgramStartError(number: EINVAL)) { try ProgramStart([], processGroup: .inherited).start() }
  }
}
