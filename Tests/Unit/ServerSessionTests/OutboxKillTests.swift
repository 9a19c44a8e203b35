import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import ServerSession

/// Instances that are killed while sending, and concurrent instances.
@Suite(.timeLimit(.minutes(5))) struct OutboxKillTests {
  private static let isSoak = ProcessInfo.processInfo.environment["TERN_SOAK"] != nil

  @Test(arguments: [true, false], [true, false])
  func `A post is published once, wherever the instance is killed`(supportsKeys: Bool, beforeStep: Bool) async throws {
    // Once for each step of an instance that is not killed.
    let complete = try await WritingHarness(supportsKeys: supportsKeys)
    let survivor = complete.start()
    try await survivor.publishing.send(complete.draft(files: ["/a.png"]), delay: 0)
    #expect(try await complete.waitUntilDone())
    #expect(survivor.steps > 5)
    for step in 1...survivor.steps {
      let writing = try await WritingHarness(supportsKeys: supportsKeys)
      let draft = writing.draft(files: ["/a.png"])
      try await writing.store(draft)
      let tern = writing.start(killedAt: step, beforeStep: beforeStep)
      let sending = Task { try await tern.publishing.send(draft, delay: 0) }
      _ = try await writing.wait(upTo: 30) {
        if tern.isDead { return true }
        return try await writing.entries.isEmpty && writing.server.posts.count == 1
      }
      tern.kill()
      sending.cancel()
      // After pending writes it is either a draft, in the outbox, or published.
      let isWhole = try await writing.wait(upTo: 30) {
        guard !writing.isWorking else { return false }
        let draftCount = try await writing.drafts.count + writing.entries.count
        return draftCount == 1 || draftCount == 0 && writing.server.posts.count == 1
      }
      #expect(isWhole, "step \(step)")
      let second = writing.start()
      if try await writing.drafts.count == 1 { try await second.publishing.send(draft, delay: 0) }
      _ = second.publishing.outboxEvents()
      #expect(try await writing.waitUntilDone(), "step \(step)")
      writing.clock.advance(to: writing.clock.now.addingTimeInterval(120))
      #expect(writing.server.texts == ["Steam!"], "step \(step)")
      #expect(try await writing.entries == [], "step \(step)")
      #expect(try await writing.drafts == [], "step \(step)")
    }
  }

  @Test(arguments: [true, false], [true, false])
  func `A post is published once if killed while waiting for the response`(supportsKeys: Bool, isAccepted: Bool)
    async throws
  {
    let writing = try await WritingHarness(supportsKeys: supportsKeys)
    writing.server.faults = [.hangs(isAccepted: isAccepted)]
    let tern = writing.start()
    try await tern.publishing.send(writing.draft(), delay: 0)
    #expect(await writing.wait { writing.server.calls.contains("publish") })
    tern.kill()
    let second = writing.start()
    _ = second.publishing.outboxEvents()
    #expect(try await writing.waitUntilDone())
    #expect(writing.server.texts == ["Steam!"])
  }

  @Test func `Two instances send each post once, one at a time`() async throws {
    let writing = try await WritingHarness(supportsKeys: false)
    let terns = [writing.start(), writing.start(), writing.start()]
    for tern in terns { _ = tern.publishing.outboxEvents() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<12 {
        group.addTask { try await terns[number % 3].publishing.send(writing.draft("Post \(number)"), delay: 0) }
      }
      try await group.waitForAll()
    }
    for tern in terns { await tern.publishing.retry() }
    #expect(try await writing.waitUntilDone())
    #expect(writing.server.texts.sorted() == (0..<12).map { "Post \($0)" }.sorted())
    #expect(writing.server.maxInFlight == 1)
  }

  @Test func `An instance whose claim has expired sends nothing`() async throws {
    let writing = try await WritingHarness(supportsKeys: false)
    writing.server.uploadFaults = [.hangs(isAccepted: false)]
    let sleeper = writing.start()
    let draft = writing.draft(files: ["/a.png"])
    try await sleeper.publishing.send(draft, delay: 0)
    #expect(await writing.wait { writing.server.calls.contains { $0.hasPrefix("upload") } })
    #expect(await writing.wait { writing.clock.sleeperCount > 0 })
    // The computer sleeps: the claim is not renewed.
    writing.clock.advance(to: .noon.addingTimeInterval(10))
    let sleeping = try #require(try await writing.entries.first)
    guard case .sending(let lease) = sleeping.state else {
      Issue.record("It is not in the outbox.")
      return
    }
    var stolen = sleeping
    stolen.state = .waiting(since: nil)
    #expect(try await writing.outbox.update(stolen, claimedUntil: lease))
    let other = writing.start()
    _ = other.publishing.outboxEvents()
    #expect(await writing.wait { writing.server.posts.count == 1 })
    #expect(try await sleeper.publishing.withdraw(draft.id) == nil)
    #expect(await writing.wait(upTo: 120) { writing.clock.sleeperCount == 0 })
    #expect(writing.server.posts.count == 1)
    #expect(try await writing.drafts == [])
  }

  @Test(arguments: 0..<(isSoak ? 200 : 8))
  func `With random faults no post is lost or published twice`(seed: Int) async throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let writing = try await WritingHarness(supportsKeys: seed.isMultiple(of: 2))
    var terns = [writing.start()]
    /// Work takes no virtual time: time passes only here.
    func rest() async {
      var quiet = 0
      for _ in 0..<60_000 {
        try? await Task.sleep(for: .milliseconds(1))
        quiet = writing.isWorking ? 0 : quiet + 1
        if quiet == 15 { return }
      }
      Issue.record("seed \(seed): the work does not end")
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
      case 4: if !error.isCertainlyNotApplied { writing.server.faults.append(.lostAfter(error)) }
      case 5: if !error.isCertainlyNotApplied { writing.server.faults.append(.late(Double(round), error)) }
      case 6:
        terns.randomElement(using: &generator)?.kill()
        terns.removeAll(where: \.isDead)
        terns.append(writing.start())
        _ = terns.last?.publishing.outboxEvents()
      case 7 where terns.count < 3:
        terns.append(writing.start())
        _ = terns.last?.publishing.outboxEvents()
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
    #expect(writing.server.maxInFlight == 1, "seed \(seed): \(writing.server.history)")
    #expect(try await writing.drafts == [])
  }
}
