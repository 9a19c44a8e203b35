import Domain
import Foundation
import TerminalKit
import TestSupport
import Testing

@testable import PostCell

@MainActor @Suite struct PostCommandsTests {
  private let presenter = SpyPresentation()

  private func bindings(_ cell: PostCellViewModel, canBeOpened: Bool = true) -> [KeyBinding] {
    Keymap.standard.bindings(
      of: PostCommands.availableCommands(for: cell, at: 7, canBeOpened: canBeOpened, presenter: presenter))
  }

  @Test func `Each key acts on the post in its row`() {
    let cell = PostCellViewModel(.fixture(warning: "Tea"), now: .noon)
    for binding in bindings(cell) {
      if case .perform(let action) = binding.effect { action() }
    }
    #expect(
      presenter.calls == [
        "open 7", "toggle 7", "act filter 7", "address 7", "copy address 7", "copy text 7", "pager 7", "editor 7",
      ])
  }

  /// The reason that the key of an unavailable command shows.
  private func reason(_ command: Command, for cell: PostCellViewModel? = PostCellViewModel(.fixture(), now: .noon))
    -> String?
  {
    PostCommands.unavailableCommands(for: cell, at: 7, presenter: presenter).first { $0.command == command }?.reason
  }

  @Test func `Each command that a plain post lacks has a reason`() {
    #expect(reason(PostCommands.links) == "No links in this post")
    #expect(reason(PostCommands.pictures) == "No pictures in this post")
    #expect(reason(PostCommands.toggleWarning) == "No content warning on this post")
    #expect(reason(PostCommands.versions) == "No earlier versions of this post")
    #expect(reason(PostCommands.links, for: nil) == "No post selected")
    let available = Set(
      PostCommands.availableCommands(for: PostCellViewModel(.fixture(), now: .noon), at: 7, presenter: presenter).map(
        \.command))
    let leaves = [
      PostCommands.open, PostCommands.toggleWarning, PostCommands.links, PostCommands.authorProfile,
      PostCommands.versions, PostCommands.pictures, PostCommands.openInBrowser, PostCommands.copyText,
    ]
    #expect(leaves.filter { !available.contains($0) && reason($0) == nil } == [])
  }

  @Test func `Actions say whose post or which account forbids them`() {
    let post = Post.fixture()
    let author = post.author!
    let other = Profile(handle: "someone-else", name: "Someone")
    presenter.availability = PostActionAvailability(on: post, by: other, [], canWrite: false)
    #expect(reason(PostActionCommands.favourite) == "This account is read-only")
    #expect(reason(ProfileActionCommands.mute) == "This account is read-only")
    presenter.availability.isWithoutAccount = true
    #expect(
      reason(PostActionCommands.favourite) == "Sign in to an account first: this server is read without one")
    presenter.availability.otherAccounts = [
      ActingAccount(id: .demo("ada"), label: "@ada"), .init(id: .demo("b"), label: "@b"),
    ]
    #expect(reason(PostActionCommands.favourite) == "Choose the account that acts: this server is read without one")
    presenter.availability = PostActionAvailability(on: post, by: other, [.favourite, .delete, .pin], canWrite: true)
    #expect(reason(PostActionCommands.delete) == "This is not your post")
    #expect(reason(PostActionCommands.vote) == "No open poll in this post")
    #expect(reason(PostActionCommands.repost) == "Not available for this post")
    presenter.availability = PostActionAvailability(on: post, by: author, [.favourite, .delete, .pin], canWrite: true)
    #expect(reason(ProfileActionCommands.followAuthor) == "This is your own post")
  }

  @Test func `Pictures open only after the warning is revealed, and a notice says so`() throws {
    presenter.destinations.pictures = "its video"
    for isRevealed in [false, true] {
      var cell = PostCellViewModel(.fixture(warning: "Tea"), now: .noon)
      cell.warning?.isRevealed = isRevealed
      let binding = try #require(bindings(cell).binding(for: .character("m")))
      if case .perform(let action) = binding.effect { action() }
    }
    #expect(presenter.calls == ["hidden pictures 7", "pictures 7"])
  }

  @Test func `A command acts on its post even if the post has moved to another row`() {
    let availableCommands = bindings(PostCellViewModel(.fixture(warning: "Tea"), now: .noon))
    presenter.moved = ["7": 9]
    for binding in availableCommands { if case .perform(let action) = binding.effect { action() } }
    #expect(
      presenter.calls == [
        "open 9", "toggle 9", "act filter 9", "address 9", "copy address 9", "copy text 9", "pager 9", "editor 9",
      ])
  }

  @Test func `A command for a post that is gone only shows a notice`() {
    let availableCommands = bindings(PostCellViewModel(.fixture(), now: .noon))
    presenter.moved.updateValue(nil, forKey: "7")
    for binding in availableCommands { if case .perform(let action) = binding.effect { action() } }
    #expect(presenter.calls == Array(repeating: "gone", count: availableCommands.count))
  }

  @Test func `The menu of people opens the account that it names`() throws {
    presenter.destinations = PostLinksViewModel(profiles: ["Ada · @ada", "Grace · @grace", "Alan · @alan"])
    let person = try #require(
      PostCommands.availableCommands(for: PostCellViewModel(.fixture(), now: .noon), at: 7, presenter: presenter)
        .first { $0.command == PostCommands.authorProfile })
    guard case .menu(let entries) = person.effect else {
      Issue.record("no menu")
      return
    }
    // The group of accounts has changed, and so has the row.
    presenter.destinations.profiles = ["Ada · @ada", "Alan · @alan"]
    presenter.moved = ["7": 2]
    for entry in entries() { if case .perform(let action) = entry.effect { action() } }
    #expect(presenter.calls == ["person 0 2", "gone", "person 1 2"])
  }

  @Test func `A link opens what its menu entry names, or nothing`() throws {
    let url = "https://far.example/tags/loom"
    presenter.destinations = PostLinksViewModel(links: [url: "#loom"])
    guard
      case .menu(let entries) = PostCommands.linkMenu(of: [url], presenter.destinations, at: 7, presenter).effect,
      case .perform(let follow)? = entries().first?.effect
    else {
      Issue.record("no menu")
      return
    }
    follow()
    presenter.destinations = PostLinksViewModel(links: [url: "#lathe"])
    follow()
    #expect(presenter.calls == ["follow \(url) 7", "gone"])
  }

  @Test func `An opened post has no command to open it`() {
    let keys = bindings(PostCellViewModel(.fixture(), now: .noon), canBeOpened: false).flatMap(\.keys)
    #expect(keys == ["X", "v", "y", "Y", "P", "E"].map { .character($0) })
  }

  @Test(arguments: [(false, "reveal"), (true, "fold")]) func `The hint of z names its effect`(
    isRevealed: Bool, hint: String
  ) {
    let warned = Post.fixture(id: "2", warning: "Tea")
    let quoting = Post.fixture(quote: .shown(warned))
    for cell in [
      PostCellViewModel(warned, now: .noon, isRevealed: isRevealed),
      PostCellViewModel(full: warned, now: .noon, isRevealed: isRevealed),
      PostCellViewModel(full: quoting, now: .noon, isRevealed: isRevealed),
    ] { #expect(bindings(cell).binding(for: .character("z"))?.hint == hint) }
    #expect(bindings(PostCellViewModel(.fixture(), now: .noon)).binding(for: .character("z")) == nil)
  }

  @Test func `Each other account has a menu of its actions`() throws {
    presenter.availability = PostActionAvailability(
      on: .fixture(), by: Profile(handle: "me"), [.favourite], canWrite: true)
    #expect(
      reason(PostActionCommands.asAnotherAccount) == "You have no other account that can act on this post")
    presenter.availability.otherAccounts = [
      ActingAccount(id: .demo("ada"), label: "@ada@demo"), ActingAccount(id: .demo("bo"), label: "@bo@demo"),
    ]
    let available = PostCommands.availableCommands(
      for: PostCellViewModel(.fixture(), now: .noon), at: 7, presenter: presenter)
    let accounts = try menu(of: #require(available.first { $0.command == PostActionCommands.asAnotherAccount }))
    #expect(accounts.map(\.title) == ["@ada@demo", "@bo@demo"])
    let actions = menu(of: accounts[1])
    #expect(actions.map(\.title) == ["reply", "like", "repost", "bookmark", "follow the author"])
    if case .perform(let like) = actions[1].effect { like() }
    #expect(presenter.calls == ["act \(PostAction.asOtherAccount(.favourite, .demo("bo"))) 7"])
  }

  @Test func `Where no account reads, one acts with the usual keys`() throws {
    presenter.availability = PostActionAvailability(on: .fixture(), by: Profile(handle: ""), [], canWrite: false)
    func available() -> [AvailableCommand] {
      PostCommands.availableCommands(for: PostCellViewModel(.fixture(), now: .noon), at: 7, presenter: presenter)
    }
    #expect(!available().contains { $0.command == PostActionCommands.favourite })
    presenter.availability.actingAccount = ActingAccount(id: .mastodon("bo@sea"), label: "@bo@sea")
    let commands = available()
    let titles = [
      PostActionCommands.reply, PostActionCommands.favourite, PostActionCommands.repost, PostActionCommands.bookmark,
    ].map { command in
      commands.first { $0.command == command }?.title
    }
    #expect(titles == ["reply as @bo@sea", "like as @bo@sea", "repost as @bo@sea", "bookmark as @bo@sea"])
    let like = try #require(commands.first { $0.command == PostActionCommands.favourite })
    if case .perform(let perform) = like.effect { perform() }
    #expect(presenter.calls == ["act \(PostAction.asOtherAccount(.favourite, .mastodon("bo@sea"))) 7"])
  }

  @Test func `An author says who may quote a post, and takes it out of a quote`() {
    let mine = Post.fixture(id: "1", author: Profile(handle: "me"))
    let quoting = Post.fixture(id: "2", author: Profile(handle: "other"), quote: .shown(mine))
    func availability(on post: Post, _ canSet: Bool = true) -> PostActionAvailability {
      PostActionAvailability(
        on: post, by: Profile(handle: "me"), [.favourite], canWrite: true, canSetQuotePolicy: canSet)
    }
    #expect(availability(on: mine).canSetQuotePolicy)
    #expect(availability(on: mine).revocableQuote == nil)
    #expect(!availability(on: quoting).canSetQuotePolicy)
    #expect(availability(on: quoting).revocableQuote == PostID("1"))
    #expect(availability(on: quoting, false).revocableQuote == nil)
    #expect(
      PostAction.revokeQuote(of: PostID("1")).userAction(on: quoting) == .revokeQuote(of: PostID("1"), by: PostID("2")))
  }

  private func menu(of command: AvailableCommand) -> [AvailableCommand] {
    if case .menu(let commands) = command.effect { commands() } else { [] }
  }
}
