import Domain
import FolderSupport
import ProgramSupport
import TestSupport
import Testing

@testable import tern

@Suite("External media player")
struct ExternalPlayerTests {
  private let folder = TemporaryFolder()
  private let player = ExternalPlayer(starter: [Tern.path, WatchedProgram.command])

  /// A program that records its arguments and streams.
  private func program(_ name: String = "play er", then rest: String = "") throws -> String {
    try folder.write(
      """
      #!/bin/sh
      streams=$(readlink /proc/$$/fd/0 /proc/$$/fd/1 /proc/$$/fd/2)
      printf '%s\\n' "$@" "$streams" >"$0.new"
      mv "$0.new" "$0.told"
      \(rest)
      """, to: name, permissions: 0o700)
    return folder.path(of: name)
  }

  private func recordedArguments(_ name: String = "play er") async throws -> [String] {
    await waitUntil("\(name) starts") { folder.exists("\(name).told") }
    return try folder.text(of: "\(name).told").split(separator: "\n").map(String.init)
  }

  private func failure(_ command: [String]) async -> MediaFailure? {
    do throws(MediaFailure) {
      try await player.play(.stored(StoredPicture(path: "/films/a")), with: command)
      return nil
    } catch {
      return error
    }
  }

  private static let nothing = ["/dev/null", "/dev/null", "/dev/null"]

  @Test("Arguments are passed unchanged, followed by the file, without the terminal")
  func words() async throws {
    let odd = "a \"b\" 'c' $(touch x) ; -d *"
    try await player.play(.stored(StoredPicture(path: "/films/\(odd)")), with: [try program(), "--fs", "two words"])
    #expect(try await recordedArguments() == ["--fs", "two words", "/films/\(odd)"] + Self.nothing)
  }

  @Test("Paths and addresses cannot be mistaken for options")
  func options() async throws {
    try await player.play(.stored(StoredPicture(path: "-v/a")), with: [try program()])
    #expect(try await recordedArguments().first == "./-v/a")
    let address = try WebAddress("https://files.example/-a b;c")
    try await player.play(.web(address), with: [try program("other")])
    #expect(try await recordedArguments("other").first == "https://files.example/-a%20b%3Bc")
  }

  @Test("%s is replaced by the file")
  func place() async throws {
    try await player.play(.stored(StoredPicture(path: "/films/%s")), with: [try program(), "--file=%s", "--quit"])
    #expect(try await recordedArguments() == ["--file=/films/%s", "--quit"] + Self.nothing)
  }

  @Test("Immediate failures are reported, success is silent")
  func failures() async throws {
    #expect(
      await failure(["/nowhere/mpv"]) == .notStarted(program: "/nowhere/mpv", reason: "No such file or directory"))
    let failing = try program("failing", then: "exit 3")
    #expect(await failure([failing]) == .ended(program: failing, status: 3))
    let killed = try program("killed", then: "kill -9 $$")
    #expect(await failure([killed]) == .killed(program: killed, signal: 9))
    #expect(await failure([try program("fine")]) == nil)
  }

  @Test("Cancellation returns immediately and playback continues")
  func cancelled() async throws {
    let command = try program(
      "slow", then: "while [ ! -e \"$0.go\" ]; do sleep 0.1; done; : >\"$0.end\"")
    let player = player
    let task = Task { try await player.play(.stored(StoredPicture(path: "/films/a")), with: [command]) }
    _ = try await recordedArguments("slow")
    task.cancel()
    try await task.value
    try folder.write("", to: "slow.go")
    await waitUntil("slow ends") { folder.exists("slow.end") }
  }
}
