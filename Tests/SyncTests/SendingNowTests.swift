import Domain
import Foundation
import TestSupport
import Testing

@testable import Sync

/// What becomes of a post whose author waits for that.
@Suite(.timeLimit(.minutes(5))) struct SendingNowTests {
  private static let lost = TimelineError.offline(host: "server.example")

  private func fate(of draft: Draft, in writing: WritingHarness) async throws -> DraftFate {
    let tern = writing.start()
    return try await tern.publishing.sendNow(draft)
  }

  @Test func `What the server takes has an address`() async throws {
    let writing = try await WritingHarness()
    guard case .sent(.post(let post)) = try await fate(of: writing.draft(), in: writing) else {
      Issue.record("it was not sent")
      return
    }
    #expect(post.text.plain == "Steam!" && post.ref.account == WritingHarness.account)
    #expect(try await writing.entries.isEmpty)
  }

  @Test func `What the server refuses is a draft again`() async throws {
    let writing = try await WritingHarness()
    let refusal = TimelineError.refused(host: "server.example", message: "Too steamy")
    writing.server.faults = [.refused(refusal)]
    guard case .refused(let draft, refusal) = try await fate(of: writing.draft(), in: writing) else {
      Issue.record("it was not refused")
      return
    }
    #expect(draft.refusal == "Too steamy")
    #expect(try await writing.drafts.map(\.text) == ["Steam!"])
  }

  @Test(arguments: [true, false])
  func `Where the answer is lost it waits, and goes out once later`(isTaken: Bool) async throws {
    let writing = try await WritingHarness()
    writing.server.faults = [isTaken ? .lostAfter(Self.lost) : .lostBefore(Self.lost)]
    #expect(try await fate(of: writing.draft(), in: writing) == .waits(Self.lost))
    #expect(try await writing.entries.map(\.draft.text) == ["Steam!"])
    #expect(try await writing.waitUntilDone())
    #expect(writing.server.texts == ["Steam!"])
  }

  @Test func `Of two at once each hears of its own`() async throws {
    let writing = try await WritingHarness()
    writing.server.faults = [.refused(.refused(host: "server.example", message: "Not this one"))]
    let tern = writing.start()
    let (first, second) = (writing.draft("First"), writing.draft("Second"))
    async let one = tern.publishing.sendNow(first)
    async let other = tern.publishing.sendNow(second)
    let fates = try await [one, other]
    #expect(fates.count { if case .refused = $0 { true } else { false } } == 1)
    #expect(fates.count { if case .sent = $0 { true } else { false } } == 1)
  }

  @Test func `What waits before it goes out before it, and does not keep it`() async throws {
    let writing = try await WritingHarness()
    let tern = writing.start()
    try await tern.publishing.send(writing.draft("Waits"), delay: 600)
    guard case .sent = try await tern.publishing.sendNow(writing.draft("Goes")) else {
      Issue.record("it was not sent")
      return
    }
    #expect(writing.server.texts == ["Goes"])
    #expect(try await writing.entries.map(\.draft.text) == ["Waits"])
  }
}
