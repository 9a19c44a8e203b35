import FolderSupport
import Foundation
import TestSupport
import Testing

@testable import SystemFiles

/// The descriptors, environment variables and signals of a started program.
@Suite struct ProgramStartTests {
  private let folder: TemporaryFolder

  init() throws { folder = TemporaryFolder() }

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

  @Test func `A path below a descriptor is passed with the bytes of the file`() async throws {
    let name = Array("caf\u{E9}".unicodeScalars.map { UInt8($0.value) })
    let path = Array("\(folder.path)/".utf8) + name
    let bytes = path.map(CChar.init(bitPattern:)) + [0]
    #expect(mkdir(bytes, 0o700) == 0)
    let descriptor = open(bytes, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(descriptor) }
    let held = DescriptorPath.path(of: descriptor)
    try "Printed.".write(toFile: held + "/posts", atomically: false, encoding: .utf8)
    #expect(DescriptorPath.bytes(of: held + "/posts: no such file") == path + "/posts: no such file".utf8)
    #expect(
      DescriptorPath.displayed("tern: \(held)/a moved to \(held)/b; /proc/self/fd/0, /proc/self/fd/x")
        == "tern: \(folder.path)/caf\u{FFFD}/a moved to \(folder.path)/caf\u{FFFD}/b; /proc/self/fd/0, /proc/self/fd/x")
    #expect(DescriptorPath.bytes(of: "/proc/self/fd/0") == nil && DescriptorPath.bytes(of: "/tmp") == nil)
    let out = folder.path + "/out"
    let start = ProgramStart(
      ["/bin/sh", "-c", "cat \"$1\" >'\(out)'", "sh", held + "/posts"], processGroup: .newSession,
      streams: [.nothing, .nothing, .nothing])
    await (try StartedProgram(start)).waitForEnd()
    #expect(try String(contentsOfFile: out, encoding: .utf8) == "Printed.")
  }

  @Test func `A variable that is not UTF-8 keeps its bytes`() {
    let own: [CChar] = [CChar(UInt8(ascii: "a")), CChar(bitPattern: 0xE9), 0]
    #expect(ProgramStart.variable("HOME", "/proc/self/fd/900", own: own) == Array("HOME=a".utf8) + [0xE9])
    #expect(ProgramStart.variable("HOME", "/home/ada", own: "/home/bo") == Array("HOME=/home/ada".utf8))
    #expect(ProgramStart.variable("LESS", "FRX", own: nil) == Array("LESS=FRX".utf8))
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
    // All processes of its group have exited or are about to exit.
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
