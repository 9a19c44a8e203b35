import Domain
import TerminalKit
import TestSupport
import Testing

@testable import PostCell

/// Votes, links and people that are chosen by number, with keys.
@MainActor @Suite struct NumberedMenuTests {
  private let presenter = SpyPresentation()
  private let navigator = Navigator()

  init() { UTF8Locale.set() }

  private func show(_ post: Post = .fixture(), links: [String] = []) {
    var cell = PostCellViewModel(post, now: .noon)
    cell.links = links
    navigator.setRoot(PostScreen(cell, presenter))
  }

  private func showPoll(of count: Int, allowsMultiple: Bool) {
    let options = (1...count).map { Poll.Option(title: "Tea \($0)", votes: nil) }
    let post = Post.fixture(
      poll: Poll(options: options, isClosed: false, id: "p", allowsMultiple: allowsMultiple))
    let user = Profile(handle: "ada", name: "Ada")
    presenter.availability = PostActionAvailability(on: post, by: user, [.vote], canWrite: true)
    show(post)
  }

  private func press(_ keys: String) {
    for key in keys { navigator.handle(.key(key == "\n" ? .enter : .character(key))) }
  }

  /// The titles of the entries that keys choose.
  private var titles: [String] {
    let cursor = Set(MenuCommands.all)
    return navigator.activeBindings.filter { $0.command.map(cursor.contains) == false }.map(\.title)
  }

  @Test func `A vote for several options is sent with Enter`() {
    showPoll(of: 4, allowsMultiple: true)
    press("av")
    #expect(titles == ["Tea 1", "Tea 2", "Tea 3", "Tea 4"])
    press("13")
    #expect(titles == ["Tea 1 ✓", "Tea 2", "Tea 3 ✓", "Tea 4", "send your vote"])
    press("1\n")
    #expect(presenter.calls == ["act choose(0) 7", "act choose(2) 7", "act choose(0) 7", "act vote([2]) 7"])
    #expect(!navigator.isMenuOpen)
  }

  @Test func `Options beyond the ninth are chosen after 0`() {
    showPoll(of: 12, allowsMultiple: true)
    press("av2")
    #expect(titles.suffix(3) == ["Tea 9", "send your vote", "3 more"])
    press("03")
    #expect(titles == ["Tea 10", "Tea 11", "Tea 12 ✓", "send your vote"])
    press("\n")
    #expect(presenter.calls.last == "act vote([1, 11]) 7")
  }

  @Test func `The vote for an option beyond the ninth is confirmed`() {
    showPoll(of: 20, allowsMultiple: false)
    press("av002y")
    #expect(presenter.calls == ["act vote([19]) 7"])
  }

  @Test func `Nothing is chosen in the poll of a post that was deleted`() {
    showPoll(of: 4, allowsMultiple: true)
    press("av1")
    presenter.moved.updateValue(nil, forKey: "7")
    press("2")
    #expect(presenter.calls == ["act choose(0) 7", "gone"])
    #expect(!titles.contains("send your vote"))
  }

  @Test func `Links and people beyond the ninth are reached after 0`() {
    let urls = (1...11).map { "https://tern.example/\($0)" }
    presenter.destinations = PostLinksViewModel(
      profiles: (1...10).map { "Ada \($0)" }, links: [urls[0]: "#one", urls[10]: "#eleven"])
    show(links: urls)
    press("o02")
    press("o0a")
    press("p01")
    #expect(presenter.calls == ["follow \(urls[10]) 7", "link \(urls[10])", "person 9 7"])
  }
}

/// A screen with one post.
@MainActor
private final class PostScreen: ViewController {
  let title = "Post"
  var needsDisplay: (@MainActor () -> Void)?
  private let cell: PostCellViewModel
  private let presenter: SpyPresentation

  init(_ cell: PostCellViewModel, _ presenter: SpyPresentation) {
    self.cell = cell
    self.presenter = presenter
  }

  var availableCommands: [AvailableCommand] {
    PostCommands.availableCommands(for: cell, at: 7, presenter: presenter)
  }

  func draw(on canvas: inout Canvas, in area: Rect) {}
}
