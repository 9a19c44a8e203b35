import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import ServerSession

/// Who may read what goes out, and what is said where a server leaves something out.
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

  @Test func `An answer says who may read it`() async throws {
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

  @Test func `One that an older Tern has left does not know what it answers`() async throws {
    let writing = try await WritingHarness()
    var draft = writing.draft("Yes")
    draft.purpose = .reply(to: subject(nil))
    #expect(try await sent(draft) == .followers)
    #expect(try await sent(draft, cached: .some(.public)) == nil)
    #expect(try await sent(draft, cached: .some(.other("local"))) == .other("local"))
    #expect(try await sent(draft, cached: .some(nil)) == .followers)
  }

  @Test func `What the server has left out is told`() async throws {
    let writing = try await WritingHarness()
    let tern = writing.start()
    var news = tern.publishing.outbox().makeAsyncIterator()
    var draft = writing.draft("Tea?")
    draft.poll = DraftPoll(options: ["yes", "no"])
    try await tern.publishing.send(draft, delay: 0)
    #expect(try await writing.waitUntilDone())
    while let heard = await news.next() {
      if case .lost(draft.id, let losses) = heard {
        #expect(losses == [.poll])
        break
      }
    }
    #expect(await tern.publishing.sendWaiting().lost == [.poll])
    draft.id = DraftID()
    guard case .sent(.post, let lost) = try await tern.publishing.sendNow(draft) else {
      Issue.record("not sent")
      return
    }
    #expect(lost == [.poll])
  }
}
