import Foundation
import ProgramSupport
import StoreSupport
import TestSupport
import Testing

/// Whenever an import is killed, the store is whole, and importing again completes it.
@Suite struct ImportKillTests {
  private static let kills = 50
  private static let seed: UInt64 = 20_261_121

  @Test func `Killed at any moment, an import leaves whole posts, and the next one adds the rest`() async throws {
    let folder = try TemporaryFolder()
    let archive = try SmallArchive(posts: 2_000, in: folder)
    let start = ContinuousClock.now
    let unbroken = try RunningTern(importing(archive, "unbroken", folder), in: folder)
    #expect(try await unbroken.end() == 0)
    let duration = ContinuousClock.now - start
    let whole = try await export("unbroken", folder)
    #expect(whole.split(separator: "\n").count == 2_200)

    var generator = SeededGenerator(seed: Self.seed)
    // Spread over all of it, and a little beyond.
    let moments = (0..<Self.kills).map { (Double($0) + .random(in: 0..<1, using: &generator)) / Double(Self.kills) }
    var broken = 0
    for half in [moments.filter { $0 < 0.5 }, moments.filter { $0 >= 0.5 }] {
      broken += try await withThrowingTaskGroup(of: Int.self) { group in
        for part in 0..<2 {
          group.addTask {
            var broken = 0
            for (index, moment) in half.enumerated() where index % 2 == part {
              broken += try await kill(archive, at: moment, after: duration * moment * 1.1, folder, whole) ? 1 : 0
            }
            return broken
          }
        }
        return try await group.reduce(0, +)
      }
    }
    // Else it would have been killed before it began, or after its end.
    #expect(broken > 0, "seed \(Self.seed), an unbroken import took \(duration)")
  }

  /// - Returns: whether there was something, and not all of it.
  private func kill(
    _ archive: SmallArchive, at moment: Double, after delay: Duration, _ folder: TemporaryFolder, _ whole: String
  ) async throws -> Bool {
    let note: Comment = "seed \(Self.seed), killed at \(moment) of the import, after \(delay)"
    let directory = "store-\(moment)"
    let tern = try RunningTern(importing(archive, directory, folder), in: folder)
    try await Task.sleep(for: delay)
    tern.kill(SIGKILL)
    let status = try await tern.end()
    #expect(status == -SIGKILL || status == 0, note)
    var count = 0
    if folder.exists(directory + "/tern.sqlite") {
      let accounts = try await run(["accounts", "--no-demo", "--data-directory"], directory, folder)
      let isThere = accounts.output == "@ada\tOwner of ada\tX archive\n"
      #expect(isThere || accounts.status == .exited(69), note)
      if isThere {
        try expectWhole(folder.path(of: directory), note)
        count = try StoreCheck(directory: folder.path(of: directory)).postCount()
        let list = try await run(
          ["list", "--account", "ada", "--format", "jsonl", "--data-directory"], directory, folder)
        #expect(list.status == .exited(0), note)
        #expect(Set(whole.split(separator: "\n")).isSuperset(of: list.output.split(separator: "\n")), note)
      }
    }
    let again = try RunningTern(importing(archive, directory, folder), in: folder)
    #expect(try await again.end() == 0, note)
    #expect(try await export(directory, folder) == whole, note)
    let isBroken = count > 0 && count < whole.split(separator: "\n").count
    if isBroken { try expectWhole(folder.path(of: directory), note) }
    try folder.remove(directory)
    return isBroken
  }

  private func importing(_ archive: SmallArchive, _ directory: String, _ folder: TemporaryFolder) -> [String] {
    ["import", archive.path, "--data-directory", folder.path(of: directory)]
  }

  private func export(_ directory: String, _ folder: TemporaryFolder) async throws -> String {
    try await run(["export", "ada", "--data-directory"], directory, folder).output
  }

  private func run(
    _ arguments: [String], _ directory: String, _ folder: TemporaryFolder
  ) async throws -> Tern.Outcome {
    try await Tern.run(arguments + [folder.path(of: directory)], environment: ["HOME": folder.path, "TZ": "UTC"])
  }
}
