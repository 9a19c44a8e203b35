import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import ServerSession

/// Terns that are killed while they send, and two that send at once.
@Suite(.timeLimit(.minutes(5))) struct OutboxKillTests {
  private static let isSoak = ProcessInfo.processInfo.environment["TERN_SOAK"] != nil

  @Test(arguments: [true, false], [true, false])
  func `Wherever it is killed, the post gets there once`(keepsKeys: Bool, beforeIt: Bool) async throws {
    // As often as somebody who is not killed has the store or the server do something.
    let whole = try await WritingHarness(keepsKeys: keepsKeys)
    let survivor = whole.start()
    try await survivor.publishing.send(whole.draft(files: ["/a.png"]), delay: 0)
    #expect(try await whole.waitUntilDone())
    #expect(survivor.steps > 5)
    for step in 1...survivor.steps {
      let writing = try await WritingHarness(keepsKeys: keepsKeys)
      let draft = writing.draft(files: ["/a.png"])
      try await writing.keep(draft)
      let tern = writing.start(dyingAt: step, beforeIt: beforeIt)
      let sending = Task { try await tern.publishing.send(draft, delay: 0) }
      _ = try await writing.wait(upTo: 30) {
        if tern.isDead { return true }
        return try await writing.entries.isEmpty && writing.server.posts.count == 1
      }
      tern.kill()
      sending.cancel()
      // It is a draft, or on its way, or there: nothing else, once the disk has ended what it had begun.
      let isWhole = try await writing.wait(upTo: 30) {
        guard !writing.isWorking else { return false }
        let kept = try await writing.drafts.count + writing.entries.count
        return kept == 1 || kept == 0 && writing.server.posts.count == 1
      }
      #expect(isWhole, "step \(step)")
      let second = writing.start()
      if try await writing.drafts.count == 1 { try await second.publishing.send(draft, delay: 0) }
      _ = second.publishing.outbox()
      #expect(try await writing.waitUntilDone(), "step \(step)")
      writing.clock.advance(to: writing.clock.now.addingTimeInterval(120))
      #expect(writing.server.texts == ["Steam!"], "step \(step)")
      #expect(try await writing.entries == [], "step \(step)")
      #expect(try await writing.drafts == [], "step \(step)")
    }
  }

  @Test(arguments: [true, false], [true, false])
  func `Killed while it waits for the answer, it is sent once`(keepsKeys: Bool, isTaken: Bool) async throws {
    let writing = try await WritingHarness(keepsKeys: keepsKeys)
    writing.server.faults = [.hangs(isTaken: isTaken)]
    let tern = writing.start()
    try await tern.publishing.send(writing.draft(), delay: 0)
    #expect(await writing.wait { writing.server.calls.contains("publish") })
    tern.kill()
    let second = writing.start()
    _ = second.publishing.outbox()
    #expect(try await writing.waitUntilDone())
    #expect(writing.server.texts == ["Steam!"])
  }

  @Test func `Two Terns send each post once, and one at a time`() async throws {
    let writing = try await WritingHarness(keepsKeys: false)
    let terns = [writing.start(), writing.start(), writing.start()]
    for tern in terns { _ = tern.publishing.outbox() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<12 {
        group.addTask { try await terns[number % 3].publishing.send(writing.draft("Post \(number)"), delay: 0) }
      }
      try await group.waitForAll()
    }
    for tern in terns { await tern.publishing.retry() }
    #expect(try await writing.waitUntilDone())
    #expect(writing.server.texts.sorted() == (0..<12).map { "Post \($0)" }.sorted())
    #expect(writing.server.mostInFlight == 1)
  }

  @Test func `Whoever has slept while another took over sends nothing`() async throws {
    let writing = try await WritingHarness(keepsKeys: false)
    writing.server.uploadFaults = [.hangs(isTaken: false)]
    let sleeper = writing.start()
    let draft = writing.draft(files: ["/a.png"])
    try await sleeper.publishing.send(draft, delay: 0)
    #expect(await writing.wait { writing.server.calls.contains { $0.hasPrefix("upload") } })
    #expect(await writing.wait { writing.clock.sleeperCount > 0 })
    // The machine sleeps: nobody claims it anew.
    writing.clock.advance(to: .noon.addingTimeInterval(10))
    let sleeping = try #require(try await writing.entries.first)
    guard case .sending(let lease) = sleeping.state else {
      Issue.record("It is not on its way.")
      return
    }
    var stolen = sleeping
    stolen.state = .waiting(since: nil)
    #expect(try await writing.outbox.update(stolen, claimedUntil: lease))
    let other = writing.start()
    _ = other.publishing.outbox()
    #expect(await writing.wait { writing.server.posts.count == 1 })
    #expect(try await sleeper.publishing.takeBack(draft.id) == nil)
    #expect(await writing.wait(upTo: 120) { writing.clock.sleeperCount == 0 })
    #expect(writing.server.posts.count == 1)
    #expect(try await writing.drafts == [])
  }

  @Test(arguments: 0..<(isSoak ? 200 : 8))
  func `Whatever happens in whatever order, nothing is lost and nothing sent twice`(seed: Int) async throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let writing = try await WritingHarness(keepsKeys: seed.isMultiple(of: 2))
    var terns = [writing.start()]
    /// What a machine does takes a moment, and no minutes: only then time passes.
    func rest() async {
      var quiet = 0
      for _ in 0..<1_000 where quiet < 15 {
        try? await Task.sleep(for: .milliseconds(1))
        quiet = writing.isWorking ? 0 : quiet + 1
      }
    }
    var sent: [Draft] = []
    let errors: [TimelineError] = [
      .offline(host: "h"), .timedOut(host: "h", seconds: 30), .serverError(host: "h", message: "502"),
      .rateLimited(host: "h", until: .noon.addingTimeInterval(40)), .sessionExpired(handle: "ada", host: "h"),
    ]
    for round in 0..<30 {
      let error = errors.randomElement(using: &generator) ?? errors[0]
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<3:
        let draft = writing.draft("Post \(round) of \(seed)", files: round.isMultiple(of: 3) ? ["/\(round).png"] : [])
        sent.append(draft)
        try await terns.randomElement(using: &generator)?.publishing.send(draft, delay: round.isMultiple(of: 4) ? 5 : 0)
      case 3: writing.server.faults.append(.lostBefore(error))
      case 4: if !error.isSurelyNotTaken { writing.server.faults.append(.lostAfter(error)) }
      case 5: if !error.isSurelyNotTaken { writing.server.faults.append(.late(Double(round), error)) }
      case 6:
        terns.randomElement(using: &generator)?.kill()
        terns.removeAll(where: \.isDead)
        terns.append(writing.start())
        _ = terns.last?.publishing.outbox()
      case 7 where terns.count < 3:
        terns.append(writing.start())
        _ = terns.last?.publishing.outbox()
      default:
        await rest()
        writing.clock.advance(to: writing.clock.now.addingTimeInterval(Double.random(in: 0..<90, using: &generator)))
      }
      try? await Task.sleep(for: .milliseconds(Int.random(in: 0..<8, using: &generator)))
    }
    writing.server.faults = []
    for tern in terns { await tern.publishing.retry() }
    #expect(try await writing.waitUntilDone(), "seed \(seed)")
    await rest()
    writing.clock.advance(to: writing.clock.now.addingTimeInterval(300))
    let texts = writing.server.texts
    let asked = Set(try await writing.entries.map(\.id))
    for draft in sent {
      let count = texts.count { $0 == draft.text }
      #expect(
        count == 1 || (count == 0 && asked.contains(draft.id)),
        "seed \(seed): \(draft.text) is there \(count) times: \(writing.server.history)")
    }
    #expect(texts.count <= sent.count)
    #expect(writing.server.mostInFlight == 1, "seed \(seed): \(writing.server.history)")
    #expect(try await writing.drafts == [])
  }
}
