import Foundation
import Glibc
import ProgramSupport
import SimulatedServer
import StoreSupport
import TestSupport
import Testing

/// A sync killed at any moment leaves an intact store, and missing posts are marked as gaps.
@Suite(.endsInTime) struct SyncKillTests {
  private static let seed: UInt64 = 20_261_122
  private static let kills = Soak.isOn ? 50 : 12

  private let folder = TemporaryFolder()
  private let reader: ServerUser
  private let server: SimulatedSocketServer

  init() throws {
    reader = ServerUser(in: folder)
    server = try SimulatedSocketServer()
  }

  private var directory: String { folder.path(of: ".local/share/tern") }

  @Test func `A sync killed at any moment leaves no unmarked gap`() async throws {
    // All posts are compared, so none may be evicted from the cache.
    try folder.write("cache-posts = 1000000\n", to: ".config/tern/config.toml")
    server.write(30)
    try await reader.signIn(at: server.origin)
    // Cache all posts of the server for the comparison.
    #expect(try await reader.tern(["sync"]).status == .exited(0))
    let time = try await uninterrupted()
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
        // Kill it while it waits for a response, which takes no processor time.
        let last = server.requestCount + Int.random(in: 1...12, using: &generator)
        tern = try RunningTern(["sync"], in: folder)
        let process = tern.process
        server.on(.init(request: last, phase: .before) { Glibc.kill(process, SIGKILL) })
      }
      let status = try await tern.end()
      server.on(nil)
      let errors = try tern.errorOutput()
      if status == -SIGKILL { killed += 1 } else { #expect(status == 0, "\(errors)") }
      gaps += try await expectNoUnmarkedGap("seed \(Self.seed), round \(round)")
    }
    #expect(gaps > 0, "no sync was interrupted between two pages: seed \(Self.seed)")
    server.write(60)
    #expect(try await reader.tern(["sync"]).status == .exited(0))
    _ = try await expectNoUnmarkedGap("after the last sync")
    // The newest posts are complete down to the known ones.
    let newest = try cachedPosts().prefix { !$0.isGapBelow }.map(\.id)
    #expect(newest.count >= 60 && newest == Array(server.ids.prefix(newest.count)))
  }

  /// The processor time of a sync of several pages.
  private func uninterrupted() async throws -> Duration {
    server.write(150)
    let tern = try RunningTern(["sync"], in: folder)
    #expect(try await tern.end() == 0)
    #expect(try tern.errorOutput() == "")
    #expect(try cachedPosts().map(\.id) == server.ids)
    return try #require(tern.processorTime)
  }

  /// - Returns: the number of marked gaps.
  private func expectNoUnmarkedGap(_ note: Comment) async throws -> Int {
    try expectConsistentStore(directory, note)
    let posts = try cachedPosts()
    let positions = Dictionary(uniqueKeysWithValues: server.ids.enumerated().map { ($1, $0) })
    for (above, below) in zip(posts, posts.dropFirst()) {
      guard let top = positions[above.id], let bottom = positions[below.id] else {
        Issue.record("the server has no such post", sourceLocation: #_sourceLocation)
        continue
      }
      #expect(top < bottom, "in another order than the server’s: \(above.id), \(below.id)")
      #expect(bottom == top + 1 || above.isGapBelow, "unmarked gap between \(above.id) and \(below.id)")
    }
    #expect(posts.last?.id == server.ids.last, note)
    return posts.count(where: \.isGapBelow)
  }

  private func cachedPosts() throws -> [(id: String, isGapBelow: Bool)] {
    try StoreCheck(directory: directory).home()
  }
}
