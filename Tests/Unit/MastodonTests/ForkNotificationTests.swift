import Domain
import Foundation
import Formats
import TestSupport
import Testing

/// Notifications of other server software.
struct ForkNotificationTests {
  private let reader = MastodonNotificationReader(statuses: MastodonStatusReader(host: "timeline.example"))
  private static let grace = #"{"id": "8", "acct": "grace", "username": "grace", "display_name": "Grace"}"#
  private static let status = #"{"id": "5", "content": "<p>mine</p>", "account": {"id": "1", "acct": "ada"}}"#

  private func entry(_ members: String) throws -> Post {
    try #require(reader.entry(try JSONValue(whole: Array(#"{"id": "31", \#(members)}"#.utf8))))
  }

  @Test(
    arguments: [
      (#""type": "pleroma:emoji_reaction", "emoji": "🔥""#, "🔥"),
      (
        #""type": "pleroma:emoji_reaction", "emoji": "blobcat", "emoji_url": "https://timeline.example/b.png""#,
        ":blobcat:"
      ),
      (
        #""type": "pleroma:emoji_reaction", "emoji": ":blobcat:", "emoji_url": "https://timeline.example/b.png""#,
        ":blobcat:"
      ),
      (#""type": "pleroma:emoji_reaction", "emoji": "🔥", "emoji_url": null"#, "🔥"),
      (#""type": "emoji_reaction", "emoji_reaction": {"name": "🔥", "count": 1}"#, "🔥"),
      (
        #""type": "emoji_reaction", "emoji_reaction": {"name": "blobcat", "url": "https://timeline.example/b.png"}"#,
        ":blobcat:"
      ),
      (#""type": "reaction", "reaction": "🔥""#, "🔥"), (#""type": "reaction", "reaction": {"name": "🔥"}"#, "🔥"),
      (#""type": "reaction""#, nil),
    ] as [(String, String?)])
  func `A reaction has its account and emoji`(members: String, emoji: String?) throws {
    let about = try entry(members + #", "account": \#(Self.grace), "status": \#(Self.status)"#)
    #expect(about.id == PostID("5") && about.notification?.kind == .reaction && about.notification?.emoji == emoji)
    #expect(about.notification?.profiles.map(\.name) == ["Grace"] && about.notification?.count == 1)
    let alone = try entry(members + #", "account": \#(Self.grace), "status_id": "5""#)
    #expect(!alone.isPost && alone.author?.name == "Grace" && alone.notification?.emoji == emoji)
  }

  @Test func `The account may be taken from the status`() throws {
    let none = try entry(#""type": "pleroma:emoji_reaction", "emoji": "🔥", "account": null, "status": \#(Self.status)"#)
    // The author has not reacted to their own post.
    #expect(none.notification?.profiles == [])
    let mention = try entry(#""type": "mention", "account": null, "status": \#(Self.status)"#)
    #expect(mention.notification?.profiles.map(\.handle) == ["ada@timeline.example"])
  }

  @Test func `Administrators get sign-ups and reports`() throws {
    let signUp = try entry(#""type": "admin.sign_up", "account": \#(Self.grace)"#)
    #expect(signUp.notification?.kind == .signUp && signUp.author?.name == "Grace")
    let report = try entry(
      #"""
      "type": "admin.report", "account": \#(Self.grace),
      "report": {"id": "1", "comment": "spam", "target_account": {"id": "9", "acct": "spam@far.example"}}
      """#)
    #expect(report.notification?.kind == .report && report.text.plain == "@spam@far.example: spam")
    #expect(report.notification?.profiles.map(\.name) == ["Grace"])
  }

  @Test func `A group has its accounts, in full or short form`() throws {
    let page = try JSONValue(
      whole: Array(
        #"""
        {"accounts": [\#(Self.grace)], "partial_accounts": [{"id": "9", "acct": "kay@far.example"}, {"id": "8", "acct": "x"}],
         "statuses": [\#(Self.status)], "notification_groups": [
          {"group_key": "g1", "type": "favourite", "notifications_count": 3, "sample_account_ids": ["9", "8", "gone"],
           "status_id": "5"},
          {"group_key": "g2", "type": "reaction", "emoji": "🔥", "notifications_count": 0, "sample_account_ids": ["gone"],
           "status_id": "5"}]}
        """#.utf8))
    let told = reader.entries(ofGroups: page, upTo: 9).compactMap(\.entry?.notification)
    #expect(told.map { $0.profiles.map(\.handle) } == [["kay@far.example", "grace@timeline.example"], []])
    #expect(told.map(\.count) == [3, 0] && told.map(\.emoji) == [nil, "🔥"])
  }
}
