import Domain
import Synchronization
import TestSupport
import Testing

@MainActor @Suite struct DraftUseCaseTests {
  /// The stored drafts at each deletion of a post.
  @MainActor private final class Deletions {
    var stored: [[String]] = []
  }

  private static let account = AccountID.demo("ada")
  private static let post = Post.fixture(id: "1", text: "Ternz fly", visibility: .followers)

  private static func draft(_ text: String, by account: AccountID = account) -> Draft {
    var draft = Draft(account: account, changedAt: .noon)
    draft.text = text
    return draft
  }

  private static var edit: Draft {
    .edit(post, source: PostSource(text: "Ternz fly", warning: ""), by: account, at: .noon)
  }

  @Test func `A redraft is stored before the post is deleted`() async throws {
    let drafts = MemoryDrafts()
    let deletions = Deletions()
    let redraft = Redraft(drafts: drafts) { post in
      deletions.stored.append(drafts.texts)
      #expect(post == Self.post)
    }
    let draft = try await redraft(Self.edit, of: Self.post)
    #expect(deletions.stored == [["Ternz fly"]])
    #expect(draft.purpose == .post && draft.visibility == .followers && draft.text == "Ternz fly")
  }

  @Test func `A post whose redraft cannot be stored is not deleted`() async {
    let drafts = MemoryDrafts()
    drafts.error.withLock { $0 = .busy(path: "store") }
    let deletions = Deletions()
    let redraft = Redraft(drafts: drafts) { _ in deletions.stored.append([]) }
    await #expect(throws: StoreError.busy(path: "store")) { try await redraft(Self.edit, of: Self.post) }
    #expect(deletions.stored.isEmpty)
  }

  @Test func `The next draft is the next older one of the account, then the newest again`() async {
    let (new, other, old) = (Self.draft("new"), Self.draft("other", by: .demo("grace")), Self.draft("old"))
    let find = FindDraft(drafts: MemoryDrafts([new, other, old]))
    #expect(await find.next(after: new.id, of: Self.account) == old)
    #expect(await find.next(after: old.id, of: Self.account) == new)
    #expect(await find.next(after: DraftID(), of: Self.account) == new)
    #expect(await find.next(after: other.id, of: .demo("grace")) == nil)
  }

  @Test func `An unfinished reply to the same post is found, a quote of it is not`() async {
    let reply = Draft.reply(
      to: Self.post, by: Self.account, me: .fixture(handle: "ada"), local: LocalDomains([String]()), at: .noon)
    let find = FindDraft(drafts: MemoryDrafts([.quote(Self.post, by: Self.account, at: .noon), reply]))
    let again = Draft.reply(
      to: Self.post, by: Self.account, me: .fixture(handle: "ada"), local: LocalDomains([String]()), at: .noon)
    #expect(await find.matching(again)?.id == reply.id)
    #expect(await find.matching(Self.draft("new")) == nil)
  }

  @Test func `Without a readable store there are no drafts`() async {
    let drafts = MemoryDrafts([Self.draft("new")])
    drafts.error.withLock { $0 = .busy(path: "store") }
    #expect(await FindDraft(drafts: drafts).next(after: DraftID(), of: Self.account) == nil)
  }
}
