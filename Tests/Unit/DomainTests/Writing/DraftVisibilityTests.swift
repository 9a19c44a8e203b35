import Domain
import FoundationEssentials
import Testing

/// The visibility of published drafts.
struct DraftVisibilityTests {
  private let me = Profile(handle: "ada@timeline.example")
  private static let ada = AccountID.mastodon("ada@timeline.example")

  private func post(_ visibility: Visibility?) -> Post {
    Post(id: PostID("7"), author: Profile(handle: "grace@other.example"), visibility: visibility)
  }

  private func reply(to visibility: Visibility?) -> Draft {
    .reply(to: post(visibility), by: Self.ada, me: me, local: LocalDomains([]), at: .distantPast)
  }

  @Test(
    arguments: [
      // Visibility of the post, default of the account, visibility sent.
      (.public, nil, nil), (.public, .public, nil), (.public, .unlisted, .unlisted), (.public, .followers, .followers),
      (.public, .direct, .direct), (.public, .other("local"), .other("local")),
      (.unlisted, nil, .unlisted), (.unlisted, .public, .unlisted), (.unlisted, .followers, .followers),
      (.followers, nil, .followers), (.followers, .public, .followers), (.followers, .direct, .direct),
      (.direct, nil, .direct), (.direct, .public, .direct), (.direct, .followers, .direct),
      // Visibilities of some servers only.
      (.other("local"), nil, .other("local")), (.other("local"), .public, .other("local")),
      (.other("local"), .unlisted, .other("local")), (.other("local"), .followers, .followers),
      (.other("limited"), .public, .other("limited")), (.other("limited"), .followers, .other("limited")),
      (.other("list:12"), .public, .other("list:12")), (.other("limited"), .direct, .direct),
      (.other("local-only:public"), .public, .other("local-only:public")),
      (.other("local-only:public"), .followers, .followers),
      // Unknown visibilities are never public.
      (nil, nil, .followers), (nil, .public, .followers), (nil, .direct, .direct),
    ] as [(Visibility?, Visibility?, Visibility?)])
  func `The stricter of the post and the account default applies`(
    answered: Visibility?, ownDefault: Visibility?, expected: Visibility?
  ) {
    #expect(reply(to: answered).visibility(ownDefault: ownDefault) == expected)
    let quote = Draft.quote(post(answered), by: Self.ada, at: .distantPast)
    #expect(quote.visibility(ownDefault: ownDefault) == expected)
  }

  @Test(
    arguments: [
      (.public, .followers, .followers), (.public, .unlisted, .unlisted), (.unlisted, .direct, .direct),
      (.public, .other("limited"), .other("limited")), (.followers, .other("local"), .followers),
      (.direct, .followers, .direct), (.public, .public, .public), (.public, nil, .followers),
    ] as [(Visibility, Visibility?, Visibility?)])
  func `A chosen visibility is limited by the post, not by the default`(
    chosen: Visibility, answered: Visibility?, expected: Visibility?
  ) {
    var draft = reply(to: answered)
    draft.visibility = chosen
    #expect(draft.visibility(ownDefault: .direct) == expected)
    #expect(draft.isNarrowedBySubject == (expected != chosen))
  }

  @Test func `A new post uses the default and an edit sends no visibility`() {
    var draft = Draft(account: Self.ada, text: "hi", changedAt: .distantPast)
    #expect(draft.visibility(ownDefault: nil) == nil)
    #expect(draft.visibility(ownDefault: .public) == nil)
    #expect(draft.visibility(ownDefault: .followers) == .followers)
    #expect(draft.shownVisibility(ownDefault: .public) == .public)
    draft.visibility = .unlisted
    #expect(draft.visibility(ownDefault: .followers) == .unlisted)
    draft.purpose = .edit(DraftSubject(post(.followers)))
    #expect(draft.visibility(ownDefault: .public) == nil)
    #expect(draft.shownVisibility(ownDefault: .public) == .followers)
  }

  @Test(
    arguments: [(.public, .public), (.other("local"), .other("local")), (nil, .followers)]
      as [(Visibility?, Visibility)])
  func `A redrafted post is not visible to more accounts`(
    before: Visibility?, expected: Visibility
  ) {
    var old = post(before)
    old.replyTo = PostID("6")
    let draft = Draft.edit(old, source: PostSource(text: "hi", warning: ""), by: Self.ada, at: .distantPast)
      .redrafting(old)
    #expect(draft.visibility == expected)
    #expect(draft.purpose.subject?.id == PostID("6"))
    #expect(draft.visibility(ownDefault: .public) == expected)
    old.replyTo = nil
    old.quote = .shown(post(.unlisted))
    #expect(draft.redrafting(old).purpose == .quote(DraftSubject(post(.unlisted))))
  }

  @Test func `An unknown visibility can be completed later`() {
    var draft = reply(to: nil)
    draft = draft.updatingSubject(from: post(.public))
    #expect(draft.visibility(ownDefault: nil) == nil)
    #expect(draft.updatingSubject(from: post(.direct)).purpose.subject?.visibility == .public)
  }
}

struct VisibilityTests {
  @Test(arguments: [
    ("public", false, Visibility.public, "public"), ("unlisted", false, .unlisted, "unlisted"),
    ("private", false, .followers, "private"), ("direct", false, .direct, "direct"),
    ("local", false, .other("local"), "local"), ("limited", false, .other("limited"), "limited"),
    ("list:7", false, .other("list:7"), "list:7"), ("Public", false, .other("Public"), "Public"),
    ("mutuals_only", false, .other("mutuals_only"), "mutuals_only"),
    ("public", true, .other("local-only:public"), "public"),
    ("private", true, .other("local-only:followers"), "private"),
  ])
  func `Server names survive a round trip`(name: String, isLocalOnly: Bool, expected: Visibility, back: String) {
    let visibility = Visibility(serverName: name, isLocalOnly: isLocalOnly)
    #expect(visibility == expected)
    #expect(visibility?.serverName == back)
    #expect(visibility?.isLocalOnly == isLocalOnly)
    #expect(visibility.map { Visibility(rawValue: $0.rawValue) } == expected)
  }

  @Test func `Every visibility has a short text`() {
    #expect(Visibility(serverName: "") == nil)
    #expect(Visibility.other("local").displayName == "local only")
    #expect(Visibility.other("local-only:followers").displayName == "followers only, local only")
    #expect(Visibility.other(String(repeating: "x", count: 90)).displayName.count < 30)
  }
}
