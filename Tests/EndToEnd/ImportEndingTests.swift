import Foundation
import ProgramSupport
import StoreSupport
import Testing

/// An import ended by the user leaves an intact store and reports what is in it.
@Suite(.endsInTime) struct ImportEndingTests {
  private let folder = TemporaryFolder()
  private let home: [String: String]

  init() throws {
    home = ["HOME": folder.path, "TZ": "UTC"]
  }

  private func run(_ arguments: String...) async throws -> Tern.Outcome {
    try await Tern.run(arguments, environment: home)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `A signal ends the import after storing all posts read so far`(signal: Int32) async throws {
    let paused = try await PausedImport(in: folder)
    paused.tern.kill(signal)
    try await Task.sleep(for: .milliseconds(200))
    paused.release()
    #expect(try await paused.tern.end() == -signal)
    #expect(
      try paused.tern.output().contains("\n  stopped: the posts read so far are stored; import it again for the rest\n")
    )
    try expectConsistentStore(folder.path(of: ".local/share/tern"))
    #expect(try await run("accounts", "--no-demo").output.contains("standard input"))
    let count = try await run("export", "standard input").output.split(separator: "\n").count
    #expect(count > 0 && count <= PausedImport.posts)
    let summary = try paused.tern.output().split(separator: "\n").dropFirst().first ?? ""
    #expect(summary.filter(\.isNumber).hasPrefix("\(count)"))
  }

  @Test func `A second signal ends the import at once`() async throws {
    let paused = try await PausedImport(in: folder)
    paused.tern.kill(SIGINT)
    try await Task.sleep(for: .milliseconds(200))
    #expect(!paused.tern.hasEnded)
    paused.tern.kill(SIGINT)
    #expect(try await paused.tern.end() == -SIGINT)
    try expectConsistentStore(folder.path(of: ".local/share/tern"))
  }

  @Test(arguments: ["HUP", "INT"])
  func `Signals ignored at the start do not end the import`(signal: String) async throws {
    try folder.write(#"{"id": "1", "text": "One"}"# + "\n", to: "first")
    try folder.write(#"{"id": "2", "text": "Two"}"# + "\n", to: "second")
    let script = """
      trap '' \(signal)
      mkfifo pipe
      "$TERN" import - <pipe &
      exec 3>pipe
      cat first >&3
      sleep 0.5
      kill -\(signal) $!
      sleep 0.2
      cat second >&3
      exec 3>&-
      wait $!
      """
    let outcome = try await Tern.run(
      "/bin/sh", ["-c", script], environment: home.merging(["TERN": Tern.path]) { $1 }, in: folder.path)
    #expect(outcome.status == .exited(0), "\(outcome.errors)")
    #expect(try await run("export", "standard input").output.split(separator: "\n").count == 2)
  }

  @Test func `A second import at the same time is refused in one line`() async throws {
    let other = try SmallArchive(posts: 10, of: "grace", in: folder)
    let paused = try await PausedImport(in: folder)
    let second = try await run("import", other.path)
    let database = folder.path(of: ".local/share/tern/tern.sqlite")
    #expect(second.status == .exited(69))
    #expect(second.errorLine == "tern: \(database): in use by another Tern; try again in a moment")
    #expect(try await run("accounts", "--no-demo").status == .exited(69))
    paused.release()
    #expect(try await paused.tern.end() == 0)
    #expect(try await run("import", other.path).status == .exited(0))
    #expect(try await run("accounts", "--no-demo").output.split(separator: "\n").count == 2)
    try expectConsistentStore(folder.path(of: ".local/share/tern"))
  }

  @Test(.needsTerminal) func `A new account appears in a running Tern once it is complete`() async throws {
    let first = try SmallArchive(posts: 50, of: "grace", in: folder)
    #expect(try await run("import", first.path).status == .exited(0))
    try await Terminal.open(["--no-demo", "--account", "grace"], folder: folder) { terminal in
      try await terminal.see("1 of 45")
      let paused = try await PausedImport(in: folder)
      try await terminal.press("g", "s")
      try await terminal.see("Owner of grace")
      #expect(try await !terminal.screen().contains("standard input"))
      try await terminal.press("Escape", "j")
      try await terminal.see("2 of 45")
      paused.release()
      #expect(try await paused.tern.end() == 0)
      try await terminal.press("g", "s")
      try await terminal.see("Owner of grace", "standard input")
      try await terminal.press("Escape", "q")
      #expect(try await terminal.end() == 0)
    }
    // The position was saved during the import.
    let screen = try await Tern.run(
      ["screen", "--no-demo", "--account", "grace", "--state-directory", folder.path(of: ".local/state/tern")],
      environment: home)
    #expect(screen.output.contains("2 of 45"))
  }

  @Test func `Running forget again completes one that was killed`() async throws {
    let mine = try SmallArchive(posts: 100, of: "grace", in: folder)
    let other = try SmallArchive(posts: 800, of: "zyxwvuts", words: "forgettable", in: folder)
    #expect(try await run("import", mine.path, other.path).status == .exited(0))
    let before = try await run("export", "grace").output
    try FileManager.default.copyItem(
      atPath: folder.path(of: ".local/share/tern"), toPath: folder.path(of: "backup"))
    var unfinished = 0
    for delay in [5, 20, 40, 80, 120, 160, 240] {
      try folder.remove(".local/share/tern")
      try FileManager.default.copyItem(
        atPath: folder.path(of: "backup"), toPath: folder.path(of: ".local/share/tern"))
      let tern = try RunningTern(["forget", "zyxwvuts", "--yes"], in: folder)
      try await Task.sleep(for: .milliseconds(delay))
      tern.kill(SIGKILL)
      _ = try await tern.end()
      try expectConsistentStore(folder.path(of: ".local/share/tern"), "killed after \(delay) ms")
      if try await run("accounts", "--no-demo").output.contains("zyxwvuts") {
        unfinished += 1
        #expect(try await run("forget", "zyxwvuts", "--yes").status == .exited(0))
      }
      #expect(try await run("accounts", "--no-demo").output == "@grace\tOwner of grace\tX archive\n")
      #expect(try await run("export", "grace").output == before)
      let bytes = try #require(FileManager.default.contents(atPath: folder.path(of: ".local/share/tern/tern.sqlite")))
      #expect(bytes.range(of: Data("forgettable".utf8)) == nil, "killed after \(delay) ms")
    }
    #expect(unfinished > 0)
  }
}
