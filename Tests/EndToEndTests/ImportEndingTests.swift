import Foundation
import ProgramSupport
import StoreSupport
import Testing

/// An import that somebody ends leaves a store that is whole, and says what is in it.
@Suite struct ImportEndingTests {
  private let folder: TemporaryFolder
  private let home: [String: String]

  init() throws {
    folder = try TemporaryFolder()
    home = ["HOME": folder.path, "TZ": "UTC"]
  }

  private func run(_ arguments: String...) async throws -> Tern.Outcome {
    try await Tern.run(arguments, environment: home)
  }

  /// Waits until some of the posts are stored, and not yet all.
  private func waitForPosts(_ tern: RunningTern) async throws {
    let log = folder.path(of: ".local/share/tern/tern.sqlite-wal")
    let hasBegun = try await comesTrue(looks: 3_000) {
      let size = try? FileManager.default.attributesOfItem(atPath: log)[.size] as? Int
      return (size ?? 0) > 200_000 || tern.hasEnded
    }
    #expect(hasBegun && !tern.hasEnded)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `A signal ends it, all posts so far are there, and it says so`(signal: Int32) async throws {
    let archive = try SmallArchive(posts: 12_000, in: folder)
    let tern = try RunningTern(["import", archive.path], in: folder)
    try await waitForPosts(tern)
    tern.kill(signal)
    #expect(try await tern.end() == -signal)
    #expect(try tern.said().contains("\n  stopped: all posts so far are there; import it again for the rest\n"))
    try expectWhole(folder.path(of: ".local/share/tern"))
    #expect(try await run("accounts", "--no-demo").output == "@ada\tOwner of ada\tX archive\n")
    let count = try await run("export", "ada").output.split(separator: "\n").count
    #expect(count > 0 && count < 13_200)
    let said = try tern.said().split(separator: "\n").dropFirst().first ?? ""
    #expect(said.filter(\.isNumber).hasPrefix("\(count)"))
  }

  @Test func `A second signal ends it at once`() async throws {
    // A pipe that says nothing more: it would go on for ever.
    let pipe = folder.path(of: "pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let tern = try RunningTern(["import", "-"], input: pipe, in: folder)
    let isReading = try await comesTrue { folder.exists(".local/share/tern/tern.sqlite-wal") }
    #expect(isReading)
    try await Task.sleep(for: .milliseconds(300))
    tern.kill(SIGINT)
    try await Task.sleep(for: .milliseconds(200))
    #expect(!tern.hasEnded)
    tern.kill(SIGINT)
    #expect(try await tern.end() == -SIGINT)
    #expect(try await run("accounts", "--no-demo").status == .exited(69))
    if folder.exists(".local/share/tern/tern.sqlite") { try expectWhole(folder.path(of: ".local/share/tern")) }
  }

  @Test func `Two imports at once: one works, the other says so in one line`() async throws {
    let archive = try SmallArchive(posts: 6_000, in: folder)
    let other = try SmallArchive(posts: 10, of: "grace", in: folder)
    let tern = try RunningTern(["import", archive.path], in: folder)
    try await waitForPosts(tern)
    let second = try await run("import", other.path)
    let database = folder.path(of: ".local/share/tern/tern.sqlite")
    #expect(second.status == .exited(69))
    #expect(second.errorLine == "tern: \(database): another Tern is at work on it; try again in a moment")
    #expect(try await run("accounts", "--no-demo").status == .exited(69))
    #expect(try await tern.end() == 0)
    #expect(try await run("import", other.path).status == .exited(0))
    #expect(try await run("accounts", "--no-demo").output.split(separator: "\n").count == 2)
    try expectWhole(folder.path(of: ".local/share/tern"))
  }

  @Test func `Whoever browses sees a new account once it is whole`() async throws {
    let first = try SmallArchive(posts: 50, of: "grace", in: folder)
    let archive = try SmallArchive(posts: 6_000, in: folder)
    #expect(try await run("import", first.path).status == .exited(0))
    try await Terminal.open(["--no-demo", "--account", "grace"], folder: folder) { terminal in
      try await terminal.see("1 of 45")
      let tern = try RunningTern(["import", archive.path], in: folder)
      try await waitForPosts(tern)
      try await terminal.press("g", "s")
      try await terminal.see("Owner of grace")
      #expect(try await !terminal.screen().contains("Owner of ada"))
      try await terminal.press("Escape", "j")
      try await terminal.see("2 of 45")
      #expect(try await tern.end() == 0)
      try await terminal.press("g", "s")
      try await terminal.see("Owner of grace", "Owner of ada")
      try await terminal.press("Escape", "q")
      #expect(try await terminal.end() == 0)
    }
    // Its place was stored beside the import.
    let screen = try await Tern.run(
      ["screen", "--no-demo", "--account", "grace", "--state-directory", folder.path(of: ".local/state/tern")],
      environment: home)
    #expect(screen.output.contains("2 of 45"))
  }

  @Test func `Forgetting that was killed is completed by forgetting again`() async throws {
    let mine = try SmallArchive(posts: 100, of: "grace", in: folder)
    let other = try SmallArchive(posts: 800, of: "zyxwvuts", words: "forgettable", in: folder)
    #expect(try await run("import", mine.path, other.path).status == .exited(0))
    let before = try await run("export", "grace").output
    try FileManager.default.copyItem(
      atPath: folder.path(of: ".local/share/tern"), toPath: folder.path(of: "kept"))
    var unfinished = 0
    for part in 1...6 {
      try folder.remove(".local/share/tern")
      try FileManager.default.copyItem(
        atPath: folder.path(of: "kept"), toPath: folder.path(of: ".local/share/tern"))
      let tern = try RunningTern(["forget", "zyxwvuts", "--yes"], in: folder)
      try await Task.sleep(for: .milliseconds(40 * part))
      tern.kill(SIGKILL)
      _ = try await tern.end()
      try expectWhole(folder.path(of: ".local/share/tern"), "killed after \(40 * part) ms")
      if try await run("accounts", "--no-demo").output.contains("zyxwvuts") {
        unfinished += 1
        #expect(try await run("forget", "zyxwvuts", "--yes").status == .exited(0))
      }
      #expect(try await run("accounts", "--no-demo").output == "@grace\tOwner of grace\tX archive\n")
      #expect(try await run("export", "grace").output == before)
      let bytes = try #require(FileManager.default.contents(atPath: folder.path(of: ".local/share/tern/tern.sqlite")))
      #expect(bytes.range(of: Data("forgettable".utf8)) == nil, "killed after \(40 * part) ms")
    }
    #expect(unfinished > 0)
  }
}
