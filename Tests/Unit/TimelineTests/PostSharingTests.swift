import Domain
import TestSupport
import Testing

@testable import Timeline

@MainActor @Suite struct PostSharingTests {
  private static let link = Link(url: "https://a.example/long", label: "a.example/…")
  private let posts: [Post] = [
    .fixture(id: "1", text: "Look: ", links: [link], url: "https://t.example/1"),
    .fixture(id: "2", text: "It ends well.", warning: "the ending"), .fixture(id: "3", text: "No address"),
  ]

  @Test func `A post opens its thread`() async {
    let harness = await TimelineHarness([(.home, posts)]).load()
    await harness.after { $0.openPost(at: 1) }
    await harness.after { $0.openPost(at: 7) }
    await harness.after { $0.openPost(at: -1) }
    #expect(harness.router.screens == ["post 2 as @ada@demo"])
  }

  @Test func `The sign-in form is opened by the router`() async {
    let harness = await TimelineHarness([(.home, posts)]).load()
    await harness.after { $0.signInAgain() }
    #expect(harness.router.screens == ["login"])
  }

  @Test func `A content warning is revealed and hidden again`() async {
    let harness = await TimelineHarness([(.home, posts)]).load()
    #expect(harness.view.rows[1].isFolded)
    await harness.after { $0.toggleWarning(at: 1) }
    #expect(!harness.view.rows[1].isFolded)
    await harness.after { $0.refresh() }
    #expect(!harness.view.rows[1].isFolded)
    await harness.after { $0.toggleWarning(at: 1) }
    #expect(harness.view.rows[1].isFolded)
    await harness.after { $0.toggleWarning(at: 99) }
  }

  @Test func `A key is named that shows hidden pictures`() async {
    let harness = await TimelineHarness([(.home, posts)]).load()
    await harness.after { $0.showPicturesHidden(at: 1) }
    #expect(harness.view.notice?.text == "Hidden behind the content warning. z shows it.")
  }

  @Test func `A warning revealed on another screen is revealed here`() async {
    let harness = await TimelineHarness([(.home, posts)]).load()
    let revealed = harness.presenter.session.revealed
    await harness.after { _ in revealed.toggle(posts[1]) }
    #expect(!harness.view.rows[1].isFolded)
    await harness.after { $0.viewWillDisappear() }
    await harness.after { _ in revealed.toggle(posts[1]) }
    await harness.after { $0.viewDidAppear() }
    #expect(harness.view.rows[1].isFolded)
    await harness.after { $0.toggleWarning(at: 1) }
    #expect(!harness.view.rows[1].isFolded)
  }

  @Test func `A web address opens with a notice`() async {
    let harness = await TimelineHarness([(.home, posts)]).load()
    await harness.after { $0.openLink(Self.link.url) }
    #expect(harness.view.notice?.text == "Opening https://a.example/long")
    await harness.after { $0.openAddress(at: 0) }
    #expect(harness.opener.opened == ["https://a.example/long", "https://t.example/1"])
  }

  @Test(arguments: ["javascript:alert(1)", "file:///etc/passwd", "ftp://a.example", "-x", "", "https:/a"])
  func `Other addresses do not open`(url: String) async {
    let harness = await TimelineHarness([(.home, posts)]).load()
    await harness.after { $0.openLink(url) }
    #expect(harness.opener.opened.isEmpty)
    #expect(harness.view.notice?.text == "Only http and https links can be opened, not \(url)")
    #expect(harness.view.notice?.isFailure == true)
  }

  @Test func `Without a browser the address is shown`() async {
    let opener = SpyLinkOpener(error: .noBrowser(url: Self.link.url, reason: "xdg-open is not installed"))
    let harness = await TimelineHarness([(.home, posts)], opener: opener).load()
    await harness.after { $0.openLink(Self.link.url) }
    #expect(harness.view.notice?.text == "Can’t open https://a.example/long: xdg-open is not installed")
  }

  @Test func `Address and text are copied, with full links`() async {
    let harness = await TimelineHarness([(.home, posts)]).load()
    await harness.after { $0.copyAddress(at: 0) }
    #expect(harness.view.notice?.text == "Link copied.")
    await harness.after { $0.copyText(at: 0) }
    #expect(harness.clipboard.copied == ["https://t.example/1", "Look: https://a.example/long"])
    #expect(harness.view.notice?.text == "Text copied.")
    #expect(harness.view.notice?.isFailure == false)
  }

  @Test func `A post without an address shows a notice`() async {
    let harness = await TimelineHarness([(.home, posts)]).load()
    for action in [{ $0.copyAddress(at: 2) }, { $0.openAddress(at: 2) }] as [(TimelinePresenter) -> Void] {
      harness.view.reset()
      await harness.after(action)
      #expect(harness.view.notices.map(\.text) == ["This post has no link."])
    }
    #expect(harness.clipboard.copied.isEmpty)
    #expect(harness.opener.opened.isEmpty)
  }
}
