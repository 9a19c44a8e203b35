import Domain
import Foundation
import TestSupport
import Testing

@testable import Store

/// A server whose timeline changes at random, and a cache that gets it in pages.
@Suite struct ServerModelTests {
  /// Entries are ascending numbers. Each is a post, which may get a new number.
  private struct Server {
    struct Entry {
      var number: Int
      var post: Int
      var edits = 0
    }

    /// Newest first.
    var entries: [Entry] = []
    var last = 0
    let canFill: Bool
    let isInclusive: Bool
    /// Whether entries right above a given one can be requested. If not, the newest above it are returned.
    let pagesUpward: Bool

    mutating func add(_ count: Int) {
      for _ in 0..<count {
        last += 1
        entries.insert(Entry(number: last, post: last), at: 0)
      }
    }

    mutating func move(_ index: Int) {
      var entry = entries.remove(at: index)
      last += 1
      entry.number = last
      entries.insert(entry, at: 0)
    }

    func newest(_ limit: Int) -> RemotePage { page(entries, limit) }

    func below(_ cursor: RemoteCursor, _ limit: Int) -> RemotePage {
      let number = Int(cursor.rawValue) ?? 0
      return page(entries.filter { $0.number < number }, limit)
    }

    func above(_ cursor: RemoteCursor, _ limit: Int) -> RemotePage {
      let number = Int(cursor.rawValue) ?? 0
      let above = entries.filter { isInclusive ? $0.number >= number : $0.number > number }
      let part = pagesUpward ? above.suffix(limit) : above.prefix(limit)
      return RemotePage(entries: part.map(remote), older: cursor, canFill: canFill)
    }

    private func page(_ entries: [Entry], _ limit: Int) -> RemotePage {
      let part = entries.prefix(limit)
      let older = entries.count > limit ? part.last.map { RemoteCursor("\($0.number)") } : nil
      return RemotePage(entries: part.map(remote), older: older, canFill: canFill)
    }

    private func remote(_ entry: Entry) -> RemoteEntry {
      RemoteEntry(
        .fixture(
          id: "p\(entry.post)", createdAt: .noon.minutesAgo(Double(entry.post % 7)),
          text: "Post \(entry.post), edit \(entry.edits)"), cursor: "\(entry.number)")
    }
  }

  private struct Answer {
    var page: RemotePage
    var place: MergePosition
    var minutes: Double
  }

  private final class World {
    let live: ServerStoreHarness
    var server: Server
    var random: SeededGenerator
    var minutes = 0.0
    /// Posts that were merged and have to be in the cache.
    var known: Set<String> = []
    var onTheWay: [Answer] = []

    init(_ live: ServerStoreHarness, seed: UInt64, canFill: Bool, isInclusive: Bool, pagesUpward: Bool) {
      (self.live, random) = (live, SeededGenerator(seed: seed))
      server = Server(canFill: canFill, isInclusive: isInclusive, pagesUpward: pagesUpward)
    }

    func step() async throws {
      minutes += 1
      switch Int.random(in: 0..<12, using: &random) {
      case 0...2: server.add(Int.random(in: 1...9, using: &random))
      case 3 where !server.entries.isEmpty:
        server.move(Int.random(in: server.entries.indices, using: &random))
      case 4 where !server.entries.isEmpty:
        let gone = server.entries.remove(at: Int.random(in: server.entries.indices, using: &random))
        // Most deletions are reported.
        if Int.random(in: 0..<3, using: &random) > 0 {
          try await live.cache.delete(PostID("p\(gone.post)"))
          known.remove("p\(gone.post)")
        }
      case 5 where !server.entries.isEmpty:
        server.entries[Int.random(in: server.entries.indices, using: &random)].edits += 1
      default:
        guard let answer = try await ask() else { return }
        if Int.random(in: 0..<5, using: &random) == 0 {
          onTheWay.append(answer)
        } else {
          try await take(answer)
        }
      }
      if !onTheWay.isEmpty, Int.random(in: 0..<3, using: &random) == 0 { try await take(onTheWay.removeFirst()) }
    }

    func ask() async throws -> Answer? {
      // A server that includes the requested entry needs a larger limit.
      let limit = Int.random(in: (server.isInclusive ? 2 : 1)...8, using: &random)
      let choice = Int.random(in: 0..<3, using: &random)
      let page = try await live.cache.page(of: .home, PageRequest(.newest, limit: 1_000))
      if choice == 1, let older = page?.older {
        return Answer(page: server.below(older, limit), place: .older(than: older), minutes: minutes)
      }
      if choice == 2, let gap = page?.page.gaps.randomElement(using: &random),
        let answer = try await fill(gap, limit, fromBelow: Bool.random(using: &random))
      {
        return answer
      }
      return Answer(page: server.newest(limit), place: .newest, minutes: minutes)
    }

    func fill(_ gap: TimelineGap, _ limit: Int, fromBelow: Bool) async throws -> Answer? {
      guard let edges = try await live.cache.edges(of: gap.cursor, in: .home) else { return nil }
      if fromBelow, let lower = edges.lower {
        return Answer(page: server.above(lower, limit + 1), place: .filling(gap.cursor), minutes: minutes)
      }
      return edges.upper.map { upper in
        Answer(page: server.below(upper, limit), place: .fillingFromAbove(gap.cursor), minutes: minutes)
      }
    }

    func take(_ answer: Answer) async throws {
      let (before, placed) = (try await held(), try live.order())
      try await live.cache.merge(
        answer.page, into: .home, at: answer.place, asOf: .noon.addingTimeInterval(answer.minutes))
      let after = try await held()
      known.formUnion(after)
      // Only entries that the server removed are withdrawn.
      let left = Set(placed).subtracting(try live.order())
      if server.canFill { #expect(left.isDisjoint(with: server.entries.map { "\($0.number)" })) }
      known.subtract(Set(before).subtracting(after))
      if !server.canFill { known = Set(after) }
    }

    func held() async throws -> [String] {
      ids(try await live.cache.page(of: .home, PageRequest(.newest, limit: 1_000))?.page.posts ?? [])
    }

    func expectInvariants(_ note: Comment) async throws {
      let order = try live.order()
      let numbers = order.filter { $0 != "–" }.compactMap { Int($0) }
      #expect(numbers == numbers.sorted(by: >) && Set(numbers).count == numbers.count, note)
      let held = Set(try await held())
      #expect(known.isSubset(of: held), note)
      let there = Set(server.entries.filter { !held.contains("p\($0.post)") }.map(\.number))
      for (index, entry) in order.enumerated() {
        guard let high = Int(entry), index + 1 < order.count, let low = Int(order[index + 1]) else { continue }
        let missing = there.filter { $0 > low && $0 < high }
        #expect(missing.isEmpty, "\(note): between \(high) and \(low)")
      }
      if !server.canFill { #expect(!order.contains("–"), note) }
      guard let lowest = numbers.last else { return }
      let older = try await live.page().older.flatMap { Int($0.rawValue) } ?? 0
      #expect(there.allSatisfy { $0 >= lowest || $0 < older }, "\(note): below the last")
    }

    /// Requests pages until nothing is missing.
    func requestAll() async throws {
      minutes += 1
      try await take(Answer(page: server.newest(8), place: .newest, minutes: minutes))
      for _ in 0..<1_000 {
        let page = try await live.page(limit: 1_000)
        if let gap = page.page.gaps.first {
          let place = try live.order()
          if let answer = try await fill(gap, 3, fromBelow: true) { try await take(answer) }
          guard try live.order() == place, let answer = try await fill(gap, 3, fromBelow: false) else { continue }
          try await take(answer)
        } else if let older = page.older {
          try await take(Answer(page: server.below(older, 5), place: .older(than: older), minutes: minutes))
        } else {
          return
        }
      }
    }
  }

  private static let isLong = ProcessInfo.processInfo.environment["TERN_SOAK"] == "1"

  @Test(arguments: Array(UInt64(1)...8)) func `No post is lost or missing without a gap`(
    seed: UInt64
  ) async throws {
    let world = try await World(
      ServerStoreHarness(), seed: seed, canFill: seed % 4 != 0, isInclusive: seed % 3 == 0, pagesUpward: seed % 5 > 1)
    for step in 1...(Self.isLong ? 1_500 : 90) {
      try await world.step()
      try await world.expectInvariants("seed \(seed), step \(step)")
    }
    world.onTheWay = []
    try await world.requestAll()
    try await world.expectInvariants("seed \(seed), at the end")
    let order = try world.live.order()
    #expect(!order.contains("–"))
    let held = Set(try await world.held())
    #expect(world.server.entries.allSatisfy { held.contains("p\($0.post)") })
    try expectIntact(world.live.fixture.directory)
  }
}
