import Foundation
import ProgramSupport
import StoreSupport
import TestSupport
import Testing

/// An import killed at any moment leaves an intact store, and importing again completes it.
@Suite(.endsInTime) struct ImportKillTests {
  private static let seed: UInt64 = 20_261_121

  private let folder = TemporaryFolder()
  private let archive: SmallArchive

  init() throws {
    archive = try SmallArchive(posts: 2_000, in: folder)
  }

  /// The posts and the processor time of an uninterrupted import.
  private func uninterrupted() async throws -> (lines: Set<Substring>, time: Duration) {
    let tern = try importing("uninterrupted")
    #expect(try await tern.end() == 0)
    let lines = Set(try await export("uninterrupted").split(separator: "\n"))
    #expect(lines.count == 2_200)
    return (lines, try #require(tern.processorTime))
  }

  /// The files on disk while an import is stopped are what a kill at that moment would leave.
  @Test func `At any moment the store is intact, and the next import adds the rest`() async throws {
    let (whole, time) = try await uninterrupted()
    var generator = SeededGenerator(seed: Self.seed)
    let copies = Soak.isOn ? 500 : 50
    var incomplete = 0
    var copy = 0
    // Stopping is not exact: if an import ends too early, another is started.
    var round = 0
    while copy < copies {
      round += 1
      let tern = try importing("stopped-\(round)")
      while copy < copies, await tern.stop(after: time * .random(in: 0..<2 / 50, using: &generator)) {
        let name = "copy-\(copy)"
        if folder.exists("stopped-\(round)") { try folder.copy("stopped-\(round)", to: name) }
        let count = try await expectPart(of: whole, in: name, "seed \(Self.seed), copy \(copy)")
        if copy % 5 == 0 { try await complete(name, whole, "seed \(Self.seed), copy \(copy)") }
        if let count, count < whole.count { incomplete += 1 }
        if folder.exists(name) { try folder.remove(name) }
        copy += 1
        tern.kill(SIGCONT)
      }
      #expect(try await tern.end() == 0)
      #expect(try await Set(export("stopped-\(round)").split(separator: "\n")) == whole)
    }
    // Checks that imports were stopped while they ran.
    #expect(incomplete > copies / 5, "seed \(Self.seed), an uninterrupted import took \(time)")
  }

  @Test func `A killed import leaves complete posts, and the next one adds the rest`() async throws {
    let (whole, time) = try await uninterrupted()
    for part in 1...5 {
      let (name, note) = ("killed-\(part)", "killed at \(part) sixths of the import" as Comment)
      let tern = try importing(name)
      let isStopped = await tern.stop(after: time * part / 6)
      tern.kill(SIGKILL)
      #expect(try await tern.end() == (isStopped ? -SIGKILL : 0), note)
      _ = try await expectPart(of: whole, in: name, note)
      try await complete(name, whole, note)
    }
  }

  /// - Returns: the number of posts; nil if the import has not started.
  private func expectPart(of whole: Set<Substring>, in name: String, _ note: Comment) async throws -> Int? {
    guard folder.exists(name + "/tern.sqlite") else { return nil }
    let accounts = try await run(["accounts", "--no-demo"], name)
    let isThere = accounts.output == "@ada\tOwner of ada\tX archive\n"
    #expect(isThere || accounts.status == .exited(69), note)
    guard isThere else { return 0 }
    try expectConsistentStore(folder.path(of: name), note)
    let list = try await run(["list", "--account", "ada", "--format", "jsonl"], name)
    #expect(list.status == .exited(0), note)
    #expect(whole.isSuperset(of: list.output.split(separator: "\n")), note)
    return try StoreCheck(directory: folder.path(of: name)).postCount()
  }

  private func complete(_ name: String, _ whole: Set<Substring>, _ note: Comment) async throws {
    #expect(try await importing(name).end() == 0, note)
    #expect(try await Set(export(name).split(separator: "\n")) == whole, note)
    try expectConsistentStore(folder.path(of: name), note)
  }

  private func importing(_ name: String) throws -> RunningTern {
    try RunningTern(["import", archive.path, "--data-directory", folder.path(of: name)], in: folder)
  }

  private func export(_ name: String) async throws -> String {
    try await run(["export", "ada"], name).output
  }

  private func run(_ arguments: [String], _ name: String) async throws -> Tern.Outcome {
    try await Tern.run(
      arguments + ["--data-directory", folder.path(of: name)], environment: ["HOME": folder.path, "TZ": "UTC"])
  }
}
