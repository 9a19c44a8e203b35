import Foundation
import Glibc
import ProgramSupport
import StoreSupport
import TestSupport
import Testing

/// Whenever a sync is killed, the store is whole, and what is missing in a timeline is marked as a gap.
@Suite(.endsInTime) struct SyncKillTests {
  private static let seed: UInt64 = 20_261_122
  private static let kills = Soak.isOn ? 50 : 12

  private let folder: TemporaryFolder
  private let reader: LiveReader
  private let server: GrowingServer

  init() throws {
    folder = try TemporaryFolder()
    reader = LiveReader(in: folder)
    server = try GrowingServer()
  }

  private var directory: String { folder.path(of: ".local/share/tern") }

  @Test func `Killed at any moment, a sync leaves no gap that is not marked`() async throws {
    // All of it is compared: nothing goes because there is so much.
    try folder.write("cache-posts = 1000000\n", to: ".config/tern/config.toml")
    server.write(30)
    let signedIn = try await reader.tern(["login", server.origin, "--token", "-"], input: "a-token\n")
    try #require(signedIn.status == .exited(0), "\(signedIn.errors)")
    // All that the server has, so that what is kept can be compared with that.
    #expect(try await reader.tern(["sync"]).status == .exited(0))
    let time = try await unbroken()
    var generator = SeededGenerator(seed: Self.seed)
    var killed = 0
    var gaps = 0
    var round = 0
    while killed < Self.kills {
      round += 1
      try #require(round < 20 * Self.kills, "a sync ends before it can be killed")
      server.write(Int.random(in: 0...180, using: &generator))
      let tern: RunningTern
      if round.isMultiple(of: 2) {
        tern = try RunningTern(["sync"], in: folder)
        _ = await tern.stop(after: time * .random(in: 0..<1, using: &generator))
        tern.kill(SIGKILL)
      } else {
        // While it waits for an answer, which takes it no time.
        let last = server.asked + Int.random(in: 1...12, using: &generator)
        tern = try RunningTern(["sync"], in: folder)
        let process = tern.process
        server.onQuestion { if $0 == last { Glibc.kill(process, SIGKILL) } }
      }
      let status = try await tern.end()
      server.onQuestion(nil)
      let said = try tern.complained()
      if status == -SIGKILL { killed += 1 } else { #expect(status == 0, "\(said)") }
      gaps += try await expectNoSilentGap("seed \(Self.seed), round \(round)")
    }
    #expect(gaps > 0, "nothing was ever broken off between two pages: seed \(Self.seed)")
    server.write(60)
    #expect(try await reader.tern(["sync"]).status == .exited(0))
    _ = try await expectNoSilentGap("after the last sync")
    // What came last is whole, down to what was known before.
    let newest = try kept().prefix { !$0.isGapBelow }.map(\.id)
    #expect(newest.count >= 60 && newest == Array(server.ids.prefix(newest.count)))
  }

  /// How much of the processor's time a sync of several pages takes.
  private func unbroken() async throws -> Duration {
    server.write(150)
    let tern = try RunningTern(["sync"], in: folder)
    #expect(try await tern.end() == 0)
    #expect(try tern.complained() == "")
    #expect(try kept().map(\.id) == server.ids)
    return try #require(tern.processorTime)
  }

  /// - Returns: how many gaps are marked.
  private func expectNoSilentGap(_ note: Comment) async throws -> Int {
    try expectWhole(directory, note)
    let kept = try kept()
    let places = Dictionary(uniqueKeysWithValues: server.ids.enumerated().map { ($1, $0) })
    for (above, below) in zip(kept, kept.dropFirst()) {
      guard let top = places[above.id], let bottom = places[below.id] else {
        Issue.record("the server has no such post", sourceLocation: #_sourceLocation)
        continue
      }
      #expect(top < bottom, "in another order than the server’s: \(above.id), \(below.id)")
      #expect(bottom == top + 1 || above.isGapBelow, "silently nothing between \(above.id) and \(below.id)")
    }
    #expect(kept.last?.id == server.ids.last, note)
    return kept.count(where: \.isGapBelow)
  }

  private func kept() throws -> [(id: String, isGapBelow: Bool)] {
    try StoreCheck(directory: directory).home()
  }
}
