import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import ServerSession

/// The visibility of sent posts, and reports of lost features.
@Suite(.timeLimit(.minutes(5))) struct OutboxVisibilityTests {
  private func subject(_ visibility: Visibility?) -> DraftSubject {
    DraftSubject(id: PostID("7"), author: nil, excerpt: "", visibility: visibility)
  }

  private func sent(
    _ draft: Draft, cached: Visibility?? = nil, ownDefault: Visibility? = nil
  ) async throws -> Visibility? {
    let writing = try await WritingHarness()
    writing.server.capabilities.defaultVisibility = ownDefault
    let tern = writing.start()
    if let cached { _ = try await tern.cache.store([Post(id: PostID("7"), visibility: cached)]) }
    try await tern.publishing.send(draft, delay: 0)
    #expect(try await writing.waitUntilDone())
    return writing.server.published.last?.visibility
  }

  @Test func `A reply has an explicit visibility`() async throws {
    let writing = try await WritingHarness()
    var draft = writing.draft("Yes")
    draft.purpose = .reply(to: subject(.unlisted))
    #expect(try await sent(draft) == .unlisted)
    #expect(try await sent(draft, ownDefault: .followers) == .followers)
    draft.visibility = .public
    #expect(try await sent(draft) == .unlisted)
    draft.purpose = .quote(subject(.followers))
    #expect(try await sent(draft) == .followers)
    draft.purpose = .post
    #expect(try await sent(draft) == .public)
    draft.visibility = nil
    #expect(try await sent(draft, ownDefault: .followers) == .followers)
    #expect(try await sent(draft) == nil)
  }

  @Test func `An entry of an older version has no visibility of its parent`() async throws {
    let writing = try await WritingHarness()
    var draft = writing.draft("Yes")
    draft.purpose = .reply(to: subject(nil))
    #expect(try await sent(draft) == .followers)
    #expect(try await sent(draft, cached: .some(.public)) == nil)
    #expect(try await sent(draft, cached: .some(.other("local"))) == .other("local"))
    #expect(try await sent(draft, cached: .some(nil)) == .followers)
  }

  @Test func `Features that the server dropped are reported`() async throws {
    let writing = try await WritingHarness()
    let tern = writing.start()
    var news = tern.publishing.outboxEvents().makeAsyncIterator()
    var draft = writing.draft("Tea?")
    draft.poll = DraftPoll(options: ["yes", "no"])
    try await tern.publishing.send(draft, delay: 0)
    #expect(try await writing.waitUntilDone())
    while let event = await news.next() {
      if case .sentIncomplete(draft.id, let losses) = event {
        #expect(losses == [.poll])
        break
      }
    }
    #expect(await tern.publishing.sendPending().losses == [.poll])
    draft.id = DraftID()
    guard case .sent(.post, let lost) = try await tern.publishing.sendNow(draft) else {
      Issue.record("not sent")
      return
    }
    #expect(lost == [.poll])
  }

  @Test func `A default changed elsewhere applies to the next post`() async throws {
    let writing = try await WritingHarness()
    writing.server.capabilities.defaultVisibility = .unlisted
    let tern = writing.start()
    var draft = writing.draft("Yes")
    draft.purpose = .reply(to: subject(.unlisted))
    try await tern.publishing.send(draft, delay: 0)
    #expect(try await writing.waitUntilDone())
    writing.server.capabilities.defaultVisibility = .followers
    writing.clock.advance(to: writing.clock.now.addingTimeInterval(20))
    draft.id = DraftID()
    try await tern.publishing.send(draft, delay: 0)
    #expect(try await writing.waitUntilDone())
    #expect(writing.server.published.map(\.visibility) == [.unlisted, .followers])
  }
}
