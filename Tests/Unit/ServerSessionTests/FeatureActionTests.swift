import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import ServerSession

/// Notes, hashtags, servers, conversations and quotes: their actions wait offline, are reverted if refused, and have
/// the same effect if they are sent again.
@Suite(.timeLimit(.minutes(5))) struct FeatureActionTests {
  private static let offline = TimelineError.offline(host: "server.example")
  private static let lost = TimelineError.timedOut(host: "server.example", seconds: 30)
  private static let no = TimelineError.refused(host: "server.example", message: "This is not allowed")

  static let actions: [UserAction] = [
    .note("met at the loom", account: "7"), .notify(true, account: "7"), .showReposts(false, account: "7"),
    .endorse(true, account: "7"), .blockServer(true, "spam.example"), .blockServer(false, "spam.example"),
    .followTag(true, "loom"), .followTag(false, "loom"), .setQuotePolicy(.followers, PostID("5")),
    .revokeQuote(of: PostID("4"), by: PostID("5")), .readConversation("41"), .removeConversation("41"),
    .addToList(true, list: "3", account: "7"),
  ]

  private func waitUntilSent(_ writing: WritingHarness) async throws -> Bool {
    try await writing.wait(upTo: 7_200) { try await writing.pendingActions.isEmpty }
  }

  @Test(arguments: actions) func `It waits offline, and is sent once after a restart`(action: UserAction) async throws {
    let writing = try await WritingHarness()
    let tern = writing.start()
    writing.server.actionFaults = [.lostBefore(Self.offline)]
    try await tern.actions.perform(action)
    #expect(await writing.wait { writing.server.calls == [action.kind.rawValue] })
    tern.kill()
    #expect(try await writing.pendingActions.map(\.action) == [action])
    let next = writing.start()
    _ = next.actions.refusals()
    #expect(try await waitUntilSent(writing))
    #expect(writing.server.done == [action])
  }

  @Test(arguments: actions) func `A refusal is reported once, and nothing waits`(action: UserAction) async throws {
    let writing = try await WritingHarness()
    writing.server.fail(at: action.kind, by: Self.no)
    let tern = writing.start()
    var refusals = tern.actions.refusals().makeAsyncIterator()
    try await tern.actions.perform(action)
    #expect(await refusals.next() == RefusedAction(action, error: Self.no))
    #expect(try await writing.pendingActions.isEmpty)
    #expect(writing.server.calls == [action.kind.rawValue])
  }

  @Test(arguments: actions) func `After a lost response it is sent again, which changes nothing`(
    action: UserAction
  ) async throws {
    let writing = try await WritingHarness()
    writing.server.actionFaults = [.lostAfter(Self.lost)]
    let tern = writing.start()
    try await tern.actions.perform(action)
    #expect(try await waitUntilSent(writing))
    #expect(writing.server.done == [action, action])
    if let account = action.account {
      #expect(writing.server.relationship(with: account) == Relationship().applying(action))
    }
  }

  /// A server accepts these each time, so that a refusal means that they have not been performed.
  @Test(arguments: [
    UserAction.report(Report(account: "7", comment: "spam")), .revokeQuote(of: PostID("4"), by: PostID("5")),
  ])
  func `A report that is refused after a restart is reported as refused`(action: UserAction) async throws {
    let writing = try await WritingHarness()
    let tern = writing.start()
    writing.server.actionFaults = [.lostBefore(Self.offline)]
    try await tern.actions.perform(action)
    #expect(await writing.wait { writing.server.calls.count == 1 })
    tern.kill()
    writing.server.fail(at: action.kind, by: Self.no)
    let next = writing.start()
    var refusals = next.actions.refusals().makeAsyncIterator()
    #expect(await refusals.next() == RefusedAction(action, error: Self.no))
    #expect(writing.server.done.isEmpty)
  }

  @Test func `Of two notes about an account, only the last is sent`() async throws {
    let writing = try await WritingHarness()
    let tern = writing.start()
    writing.server.actionFaults = [.lostBefore(Self.offline)]
    try await tern.actions.perform(.note("met", account: "7"))
    #expect(await writing.wait { writing.server.calls.count == 1 })
    try await tern.actions.perform(.note("met at the loom", account: "7"))
    #expect(try await waitUntilSent(writing))
    #expect(writing.server.done == [.note("met at the loom", account: "7")])
  }
}

/// Changes of published posts, whose attachments get other descriptions.
@Suite(.timeLimit(.minutes(5))) struct OutboxEditTests {
  private static let offline = TimelineError.offline(host: "server.example")

  private func harness() async throws -> (WritingHarness, Draft) {
    let writing = try await WritingHarness()
    _ = try await writing.server.publish(writing.draft("Look"), key: "first")
    var draft = writing.draft("Look")
    draft.purpose = .edit(DraftSubject(id: PostID("sent1"), author: nil, excerpt: "Look"))
    draft.media = [DraftMedia(path: "", description: "a loom", remoteID: "file9")]
    return (writing, draft)
  }

  @Test(arguments: [
    WritingServer.Fault.lostBefore(offline), .lostAfter(offline),
    .lostAfter(.timedOut(host: "server.example", seconds: 9)),
  ])
  func `A changed description is sent again after a failure, and the post stays one`(
    fault: WritingServer.Fault
  ) async throws {
    let (writing, draft) = try await harness()
    let tern = writing.start()
    writing.server.faults = [fault]
    try await tern.publishing.send(draft, delay: 0)
    #expect(try await writing.wait { try await writing.entries.first?.failure != nil })
    #expect(try await writing.waitUntilDone())
    #expect(writing.server.posts.count == 1)
    #expect(writing.server.posts.first?.media.map(\.description) == ["a loom"])
    #expect(!writing.server.calls.contains { $0.hasPrefix("upload") })
    #expect(try await writing.drafts.isEmpty)
  }

  @Test func `A refused description becomes a draft with the words of the server`() async throws {
    let (writing, draft) = try await harness()
    let tern = writing.start()
    writing.server.faults = [.refused(.refused(host: "server.example", message: "Description is too long"))]
    try await tern.publishing.send(draft, delay: 0)
    #expect(try await writing.wait { try await writing.drafts.first?.refusal != nil })
    let kept = try #require(try await writing.drafts.first)
    #expect(kept.refusal == "Description is too long" && kept.media.map(\.description) == ["a loom"])
    #expect(writing.server.posts.first?.media.isEmpty == true)
    #expect(try await writing.entries.isEmpty)
  }
}
