import Domain
import FoundationEssentials
import TestSupport
import Testing

/// Drafts that another account of the user writes on.
@Suite struct MovedDraftTests {
  private let ada = Draft.Writer(
    account: .demo("ada"), profile: .fixture(handle: "ada@home.example"), localDomains: LocalDomains(["home.example"]))
  private let bo = Draft.Writer(
    account: .demo("bo"), profile: .fixture(handle: "bo@away.example"), localDomains: LocalDomains(["away.example"]))

  private func moved(_ draft: Draft, subject: (old: Post, new: Post)? = nil) -> Draft {
    draft.moved(from: ada, to: bo, as: DraftID("new"), subject: subject, at: .noon)
  }

  @Test(arguments: [
    ("Hello @grace, and @tom!", "Hello @grace@home.example, and @tom@home.example!"),
    ("@grace@far.example", "@grace@far.example"),
    ("mail me at ada@post.example", "mail me at ada@post.example"),
    ("https://away.example/@grace", "https://away.example/@grace"),
    ("@grace.", "@grace@home.example."), ("@", "@"), ("a @ b", "a @ b"), ("@@grace", "@@grace"),
  ])
  func `Mentions keep meaning the same account`(text: String, expected: String) {
    #expect(moved(Draft(account: ada.account, text: text, changedAt: .noon)).text == expected)
  }

  @Test func `A reply begins with the mentions that the new account needs`() {
    let old = Post.fixture(id: "1", author: .fixture(handle: "grace@home.example"))
    let new = Post.fixture(id: "77", author: .fixture(handle: "grace@home.example"))
    var draft = Draft.reply(to: old, by: ada.account, me: ada.profile, local: ada.localDomains, at: .noon)
    #expect(draft.text == "@grace ")
    draft.text += "Yes"
    let result = moved(draft, subject: (old, new))
    #expect(result.text == "@grace@home.example Yes")
    #expect(result.purpose.subject?.id == PostID("77"))
    #expect(result.account == bo.account)
    #expect(result.id == DraftID("new"))
  }

  @Test func `Files are uploaded again`() {
    var file = DraftMedia(path: "/a.png", description: "A tern")
    file.remoteID = "9"
    let result = moved(Draft(account: ada.account, media: [file], changedAt: .noon))
    #expect(result.media == [DraftMedia(path: "/a.png", description: "A tern")])
  }

  @Test func `A post that belongs to its account stays there`() {
    let subject = DraftSubject(id: PostID("1"), author: nil, excerpt: "")
    #expect(Draft(account: ada.account, purpose: .reply(to: subject), changedAt: .noon).canMove)
    #expect(!Draft(account: ada.account, purpose: .edit(subject), changedAt: .noon).canMove)
    #expect(!Draft(account: ada.account, purpose: .continuation(of: DraftID()), changedAt: .noon).canMove)
    #expect(!Draft(account: ada.account, replaces: ScheduledPostID("5"), changedAt: .noon).canMove)
  }

  @MainActor
  @Test func `What is typed while the draft is stored is stored as well`() async throws {
    let drafts = MemoryDrafts()
    var texts = ["He", "Hello", "Hello", "Hello"]
    let move = MoveDraft(from: ada, to: bo, drafts: drafts)
    let id = DraftID("old")
    let result = try await move(
      { Draft(id: id, account: ada.account, text: texts.count > 1 ? texts.removeFirst() : texts[0], changedAt: .noon) },
      subject: nil, at: .noon)
    #expect(result.text == "Hello")
    #expect(drafts.texts == ["Hello"])
  }
}
