import Domain
import TestSupport
import Testing

@testable import PostCell

/// The screens that posts link to.
@MainActor @Suite struct PostDestinationTests {
  private static let tag = Link(url: "https://far.example/tags/Loom", text: "#Loom", kind: .tag)
  private static let grace = Link(url: "https://far.example/@grace", text: "@grace", kind: .mention)
  private static let page = Link(url: "https://weave.example/#loom", text: "#loom")
  private let all = NavigationCapabilities(profiles: true, mentionsAndTags: true, versions: true)

  @Test func `Hashtags and mentions open in Tern, addresses in the browser`() {
    let post = Post.fixture(links: [Self.tag, Self.grace, Self.page])
    #expect(all.destination(of: Self.tag.url, in: post) == .tag("Loom"))
    #expect(all.destination(of: Self.grace.url, in: post) == .profile(Profile(handle: "grace@far.example")))
    #expect(all.destination(of: Self.page.url, in: post) == nil)
    #expect(all.destination(of: "https://elsewhere.example", in: post) == nil)
    #expect(NavigationCapabilities(profiles: true).destination(of: Self.tag.url, in: post) == nil)
    #expect(
      PostLinksViewModel(of: post, within: all).links == [
        Self.tag.url: "#Loom", Self.grace.url: "@grace@far.example",
      ])
  }

  @Test func `Only the first of very many links are looked up at each key`() {
    let links = (1...2_000).map { Link(url: "https://far.example/@grace/\($0)") }
    var navigation = all
    navigation.addresses = true
    let post = Post.fixture(links: links)
    #expect(PostLinksViewModel(of: post, within: navigation).links.count == 100)
    #expect(navigation.destination(of: links[999].url, in: post) != nil)
  }

  @Test func `Addresses of posts and profiles open in Tern if the server looks them up`() throws {
    let post = Link(url: "https://far.example/@grace/1")
    let preview = Media(kind: .link, url: "https://far.example/@alan")
    let shown = Post.fixture(links: [post, Self.page], media: [preview])
    var navigation = all
    #expect(navigation.destination(of: post.url, in: shown) == nil)
    navigation.addresses = true
    let address = try #require(FediverseAddress(post.url))
    #expect(navigation.destination(of: post.url, in: shown) == .address(address))
    #expect(navigation.destination(of: "https://far.example/@alan", in: shown) != nil)
    #expect(navigation.destination(of: Self.page.url, in: shown) == nil)
    #expect(
      PostLinksViewModel(of: shown, within: navigation).links == [
        post.url: "open here: https://far.example/@grace/1",
        "https://far.example/@alan": "open here: https://far.example/@alan",
      ])
    #expect(LinkLabel.fitted("open here: \(post.url)", of: post.url, to: 24) == "open here: far.example/…")
  }

  @Test func `A mention opens the account that the source lists, also in a quoted post`() {
    let link = Link(url: "https://www.loop.example/@ann", text: "@ann", kind: .mention)
    var post = Post.fixture(links: [link])
    post.mentions = [Mention(id: "9", handle: "ann@loop.example", url: "https://www.loop.example/@ann")]
    let ann = PostDestination.profile(Profile(id: "9", handle: "ann@loop.example"))
    #expect(all.destination(of: link.url, in: post) == ann)
    #expect(PostLinksViewModel(of: post, within: all).links == [link.url: "@ann@loop.example"])
    #expect(all.destination(of: link.url, in: .fixture(quote: .shown(post))) == ann)
  }

  @Test(arguments: [
    Link(url: "https://far.example/tags/", text: "#", kind: .tag), Link(url: "", text: "", kind: .tag),
    Link(url: "javascript:alert(1)", text: "@grace", kind: .mention),
    Link(url: "https://far.example/@", text: "@", kind: .mention),
  ]) func `An incomplete mention or hashtag opens as an address`(link: Link) {
    #expect(all.destination(of: link.url, in: .fixture(links: [link])) == nil)
  }

  @Test(arguments: [
    ("http://far.example:3000/@grace", "grace@far.example:3000"), ("https://far.example?id=1", "grace@far.example"),
    ("https://near.example@far.example/@grace", "grace@far.example"),
    ("https://fär.example/@grace", "grace@xn--fr-via.example"),
  ]) func `A mention belongs to the server of its address`(url: String, handle: String) {
    let link = Link(url: url, text: "@grace", kind: .mention)
    #expect(all.destination(of: url, in: .fixture(links: [link])) == .profile(Profile(handle: handle)))
  }

  @Test func `A handle with a server is not changed`() {
    let link = Link(url: "https://other.example/users/1", text: "@grace@far.example", kind: .mention)
    #expect(
      all.destination(of: link.url, in: .fixture(links: [link])) == .profile(Profile(handle: "grace@far.example")))
  }

  @Test func `The accounts of a post are in order and without duplicates`() {
    let alan = Profile(handle: "alan", name: "Alan")
    let post = Post.fixture(author: alan, repost: Repost(by: .fixture()))
    #expect(PostLinksViewModel(of: post, within: all).profiles == ["Alan · @alan", "Grace Hopper · @grace"])
    #expect(all.profile(1, of: post) == .profile(.fixture()))
    #expect(all.profile(2, of: post) == nil)
    #expect(all.profile(-1, of: post) == nil)
    #expect(NavigationCapabilities().profile(0, of: post) == nil)
    let own = Post.fixture(author: alan, repost: Repost(by: Profile(handle: "ALAN")))
    #expect(PostLinksViewModel(of: own, within: all).profiles == ["Alan · @alan"])
    let nobody = Post.fixture(author: Profile(handle: "", name: "Someone"))
    #expect(PostLinksViewModel(of: nobody, within: all).profiles == [])
  }

  @Test func `Only edited posts have versions, if the source has them`() {
    #expect(PostLinksViewModel(of: .fixture(state: .edited), within: all).hasVersions)
    #expect(!PostLinksViewModel(of: .fixture(), within: all).hasVersions)
    #expect(
      !PostLinksViewModel(of: .fixture(state: .edited), within: NavigationCapabilities(profiles: true)).hasVersions)
  }
}
