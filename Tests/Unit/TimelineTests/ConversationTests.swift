import Domain
import Foundation
import PostCell
import Runtime
import TestSupport
import Testing

@testable import Timeline

/// The timeline of private conversations.
@MainActor @Suite struct ConversationTests {
  private let clock = VirtualClock(now: .noon)
  private let server: StubActions

  init() { server = StubActions(clock: clock) }

  private func conversation(_ id: String, _ handles: [String], isUnread: Bool) -> Post {
    var post = Post.fixture(id: "last-\(id)", createdAt: .noon.minutesAgo(5), text: "Words \(id)")
    post.visibility = .direct
    post.notification = PostNotification(
      conversation: id, with: handles.map { Profile(id: $0, handle: $0) }, isUnread: isUnread, at: post.createdAt)
    return post
  }

  private func harness() async -> TimelineHarness {
    await TimelineHarness(
      [
        (.home, Post.fixtures(count: 3)),
        (
          .conversations,
          [
            conversation("a", ["ada", "bo@far.example"], isUnread: true), conversation("b", ["cy"], isUnread: false),
            conversation("c", ["di"], isUnread: true),
          ]
        ),
      ], firstTimeline: .conversations, capabilities: SourceCapabilities(maxAge: 60), actions: server, clock: clock
    ).load()
  }

  private func unread(_ harness: TimelineHarness) -> [Bool] { harness.view.rows.map(\.isUnread) }

  @Test func `Rows have people, words and what is unread`() async {
    let harness = await harness()
    #expect(unread(harness) == [true, false, true])
    #expect(harness.view.rows.first?.remarks == ["with @ada and @bo@far.example", "private mention"])
    #expect(harness.view.rows.first?.text.map(\.text) == ["Words a"])
    #expect(harness.view.header.tabs.map(\.unreadCount) == [0, 2])
    #expect(harness.view.header.hasUnread)
  }

  @Test func `Opening the thread marks a conversation read, and moving does not`() async {
    let harness = await harness()
    await harness.select(2)
    #expect(unread(harness) == [true, false, true])
    await harness.after { $0.openPost(at: 2) }
    #expect(harness.router.screens == ["post last-c as @ada@demo"])
    #expect(server.actions == [.readConversation("c")])
    #expect(unread(harness) == [true, false, false])
    await harness.after { $0.openPost(at: 2) }
    #expect(server.actions.count == 1)
  }

  @Test func `A refusal marks it unread again`() async {
    let harness = await harness()
    await harness.after { $0.openPost(at: 0) }
    server.refuse(.readConversation("a"))
    await harness.settle()
    #expect(unread(harness) == [true, false, true])
  }

  @Test func `u goes to the next unread conversation, and A marks all read`() async {
    let harness = await harness()
    await harness.after { $0.showNextUnread() }
    #expect(harness.view.selectedText == "Words c")
    await harness.after { $0.markAllRead() }
    #expect(server.actions == [.readConversation("a"), .readConversation("c")])
    #expect(unread(harness) == [false, false, false] && !harness.view.header.hasUnread)
    #expect(harness.view.notice?.text == "2 conversations marked read.")
  }

  @Test func `u is not offered while only the selected conversation is unread`() async {
    let harness = await harness()
    await harness.after { $0.openPost(at: 2) }
    #expect(unread(harness) == [true, false, false] && !harness.view.header.hasUnread)
    await harness.select(1)
    #expect(harness.view.header.hasUnread)
    await harness.after { $0.showNextUnread() }
    #expect(harness.view.selectedText == "Words a" && !harness.view.header.hasUnread)
  }

  @Test func `A removed conversation leaves the list, and returns if that is refused`() async {
    let harness = await harness()
    await harness.after { $0.perform(.dismiss, at: 0) }
    #expect(server.actions == [.removeConversation("a")])
    #expect(harness.view.texts == ["Words b", "Words c"])
    server.refuse(.removeConversation("a"))
    await harness.settle()
    #expect(harness.presenter.session.actions.relationships.isHandled(conversation("a", [], isUnread: true)) == false)
  }

  @Test func `The command leads to the timeline if there is one`() async {
    let harness = await harness()
    #expect(harness.view.header.capabilities.messagesIndex == 1)
    let other = await TimelineHarness(posts: 3).load()
    #expect(other.view.header.capabilities.messagesIndex == nil)
  }

  @Test func `A reply stays private`() {
    let last = conversation("a", ["bo@far.example"], isUnread: true)
    let draft = Draft.reply(
      to: last, by: .demo("ada@demo"), me: Profile(handle: "ada@demo"), local: LocalDomains(["demo"]), at: .noon)
    #expect(draft.visibility(ownDefault: .public) == .direct)
    #expect(draft.resolvingVisibility(ownDefault: .public).visibility == .direct)
    var wider = draft
    wider.visibility = .public
    #expect(wider.visibility(ownDefault: .public) == .direct)
  }
}
