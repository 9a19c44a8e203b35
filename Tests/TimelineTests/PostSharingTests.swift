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

  @Test func `A post opens`() async {
    let stage = await TimelineHarness([(.home, posts)]).load()
    await stage.after { $0.openPost(at: 1) }
    await stage.after { $0.openPost(at: 7) }
    await stage.after { $0.openPost(at: -1) }
    #expect(stage.router.ways == ["post 2 as @ada@demo"])
  }

  @Test func `Other screens are the router's business`() async {
    let stage = await TimelineHarness([(.home, posts)]).load()
    await stage.after { $0.switchAccount() }
    await stage.after { $0.showNextAccount() }
    await stage.after { $0.showPreviousAccount() }
    await stage.after { $0.logIn() }
    #expect(stage.router.ways == ["accounts", "next account", "previous account", "login"])
  }

  @Test func `What is behind a warning is shown, and hidden again`() async {
    let stage = await TimelineHarness([(.home, posts)]).load()
    #expect(stage.view.rows[1].isFolded)
    await stage.after { $0.toggleWarning(at: 1) }
    #expect(!stage.view.rows[1].isFolded)
    await stage.after { $0.refresh() }
    #expect(!stage.view.rows[1].isFolded)
    await stage.after { $0.toggleWarning(at: 1) }
    #expect(stage.view.rows[1].isFolded)
    await stage.after { $0.toggleWarning(at: 99) }
  }

  @Test func `Why what a post carries is not shown is said, and which key shows it`() async {
    let stage = await TimelineHarness([(.home, posts)]).load()
    await stage.after { $0.showPicturesHidden(at: 1) }
    #expect(stage.view.notice?.text == "What this post carries is behind its content warning. z shows it.")
  }

  @Test func `What another screen reveals or folds is so here, too`() async {
    let stage = await TimelineHarness([(.home, posts)]).load()
    let revealed = stage.presenter.dependencies.revealed
    await stage.after { _ in revealed.toggle(posts[1]) }
    #expect(!stage.view.rows[1].isFolded)
    await stage.after { $0.viewWillDisappear() }
    await stage.after { _ in revealed.toggle(posts[1]) }
    await stage.after { $0.viewDidAppear() }
    #expect(stage.view.rows[1].isFolded)
    await stage.after { $0.toggleWarning(at: 1) }
    #expect(!stage.view.rows[1].isFolded)
  }

  @Test func `An address of the web opens, and it is said which`() async {
    let stage = await TimelineHarness([(.home, posts)]).load()
    await stage.after { $0.openLink(Self.link.url) }
    #expect(stage.view.notice?.text == "Opening https://a.example/long")
    await stage.after { $0.openAddress(at: 0) }
    #expect(stage.opener.opened == ["https://a.example/long", "https://t.example/1"])
  }

  @Test(arguments: ["javascript:alert(1)", "file:///etc/passwd", "ftp://a.example", "-x", "", "https:/a"])
  func `No other address opens`(url: String) async {
    let stage = await TimelineHarness([(.home, posts)]).load()
    await stage.after { $0.openLink(url) }
    #expect(stage.opener.opened.isEmpty)
    #expect(stage.view.notice?.text == "Only http and https open, not \(url)")
    #expect(stage.view.notice?.isFailure == true)
  }

  @Test func `Where there is no browser the address is said`() async {
    let opener = SpyLinkOpener(error: .noBrowser(url: Self.link.url, reason: "xdg-open is not installed"))
    let stage = await TimelineHarness([(.home, posts)], opener: opener).load()
    await stage.after { $0.openLink(Self.link.url) }
    #expect(stage.view.notice?.text == "No browser for https://a.example/long: xdg-open is not installed")
  }

  @Test func `Address and text are copied, links at full length`() async {
    let stage = await TimelineHarness([(.home, posts)]).load()
    await stage.after { $0.copyAddress(at: 0) }
    #expect(stage.view.notice?.text == "Copied its address.")
    await stage.after { $0.copyText(at: 0) }
    #expect(stage.clipboard.copied == ["https://t.example/1", "Look: https://a.example/long"])
    #expect(stage.view.notice?.text == "Copied its text.")
    #expect(stage.view.notice?.isFailure == false)
  }

  @Test func `A post without an address says so`() async {
    let stage = await TimelineHarness([(.home, posts)]).load()
    for action in [{ $0.copyAddress(at: 2) }, { $0.openAddress(at: 2) }] as [(TimelinePresenter) -> Void] {
      stage.view.forget()
      await stage.after(action)
      #expect(stage.view.notices.map(\.text) == ["This post has no address."])
    }
    #expect(stage.clipboard.copied.isEmpty)
    #expect(stage.opener.opened.isEmpty)
  }
}
