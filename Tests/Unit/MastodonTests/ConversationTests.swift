import Domain
import Foundation
import Network
import NetworkSupport
import TestSupport
import Testing

@testable import Mastodon

/// Private conversations, in the shape of Mastodon's documentation (methods/conversations).
struct ConversationTests {
  private static let path = "/api/v1/conversations"

  private func conversation(_ id: String, last: String?, unread: Bool = false) -> String {
    """
    {"id": "\(id)", "unread": \(unread), "accounts": [
       {"id": "9", "acct": "bo@far.example", "username": "bo", "display_name": "Bo"},
       {"id": "8", "acct": "cy", "username": "cy", "display_name": ""}],
     "last_status": \(last.map { status($0).replacing("public", with: "direct") } ?? "null")}
    """
  }

  @Test func `a conversation is its last post with its people`() async throws {
    let harness = try ServerHarness(account: .mastodon("ada@timeline.example"))
    harness.transport.on(
      .get, Self.path,
      response: .json(
        list(
          conversation("41", last: "55", unread: true), conversation("40", last: nil), conversation("39", last: "51")),
        headers: ["Link": "<https://timeline.example\(Self.path)?max_id=51&limit=20>; rel=\"next\""]))
    let page = try await harness.timelines.page(of: .conversations, at: .newest, limit: 20)
    #expect(ids(page) == ["55", "51"] && page.skipped == 0 && !page.canFill)
    let first = try #require(page.entries.first?.post)
    #expect(first.visibility == .direct && first.isPost)
    #expect(
      first.notification
        == PostNotification(
          conversation: "41",
          with: [
            Profile(id: "9", handle: "bo@far.example", name: "Bo"),
            Profile(id: "8", handle: "cy@timeline.example", name: "cy"),
          ], isUnread: true, at: first.createdAt))
    #expect(first.notification?.conversation == "41" && first.notification?.isUnreadConversation == true)
    #expect(page.entries.last?.post.notification?.isUnreadConversation == false)
    let older = try #require(page.older)
    _ = try? await harness.timelines.page(of: .conversations, at: .below(older), limit: 20)
    #expect(harness.asked.last?.hasPrefix("\(Self.path)?limit=20&max_id=51") == true, "\(harness.asked)")
  }

  @Test func `a server without conversations does not list them for a day`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(
      .get, "/api/v1/accounts/verify_credentials",
      response: .json(#"{"id": "1", "acct": "ada", "username": "ada", "display_name": "Ada"}"#))
    #expect(try await harness.timelines.overview().timelines.contains { $0.id == .conversations })
    let error = await failure { () throws(TimelineError) in
      try await harness.timelines.page(of: .conversations, at: .newest, limit: 20)
    }
    #expect(error == .unknownTimeline(name: "Messages", known: []))
    #expect(try await !harness.timelines.overview().timelines.contains { $0.id == .conversations })
  }

  @Test func `conversations are marked read and removed`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(.post, "\(Self.path)/41/read", response: .json("{}"))
    harness.transport.on(.delete, "\(Self.path)/41", response: .json("{}"))
    #expect(try await harness.actions.perform(.readConversation("41")) == .done)
    #expect(try await harness.actions.perform(.removeConversation("41")) == .done)
    #expect(harness.sent == ["POST \(Self.path)/41/read", "DELETE \(Self.path)/41"])
  }

  @Test(arguments: [UserAction.readConversation("41"), .removeConversation("41")])
  func `a conversation that is gone needs nothing`(action: UserAction) async throws {
    let harness = try ServerHarness()
    let response = ScriptedResponse.json(#"{"error": "Record not found"}"#, status: 404)
    harness.transport.on(.post, "\(Self.path)/41/read", response: response)
    harness.transport.on(.delete, "\(Self.path)/41", response: response)
    #expect(try await harness.actions.perform(action) == .done)
  }
}
