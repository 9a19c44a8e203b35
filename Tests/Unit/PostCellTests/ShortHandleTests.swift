import Domain
import PostCell
import TestSupport
import Testing

/// Handles of the account’s own server are shown without its domain.
@MainActor @Suite struct ShortHandleTests {
  private let local = Account(
    id: .mastodon("grace@sea.example"), profile: Profile(handle: "grace@sea.example"),
    origin: .server(ServerOrigin(host: "social.sea.example", address: "https://social.sea.example"))
  ).localDomains

  private func profile(_ handle: String, _ name: String? = nil) -> Profile { Profile(handle: handle, name: name) }

  @Test func `Authors, reposters, repliers, quoted authors and notifying accounts are short`() {
    var post = Post.fixture(author: profile("ada@sea.example", "Ada"))
    post.repost = Repost(by: profile("Bob@Sea.example", "Robert"))
    post.replyToAuthor = profile("cleo@far.example", "Cleo")
    post.quote = .shown(.fixture(id: "2", author: profile("dan@social.sea.example", "Dan")))
    let cell = PostCellViewModel(local.shortened(post), now: .noon)
    #expect(cell.handle == "@ada")
    #expect(cell.remarks == ["⟲ reposted by Robert @Bob", "↩ @cleo@far.example"])
    #expect(cell.quote?.handle == "@dan")
    post.notification = PostNotification(
      id: "n", kind: .favourite, profiles: [profile("eve@sea.example", "Eve")], count: 1, at: .noon)
    #expect(PostCellViewModel(local.shortened(post), now: .noon).remarks.first?.contains("Eve @eve ") == true)
  }

  @Test func `A missing name is short, too, and a name that looks like a handle is not changed`() {
    #expect(local.shortened(profile("ada@sea.example")).name == "ada")
    #expect(local.shortened(profile("ada@sea.example", "bob@sea.example")).name == "bob@sea.example")
    #expect(local.shortened(profile("ada@far.example")).handle == "ada@far.example")
  }

  @Test func `Without a server, handles stay whole`() {
    let post = Post.fixture(author: profile("ada@sea.example", "Ada"))
    #expect(LocalDomains([]).shortened(post) == post)
  }
}
