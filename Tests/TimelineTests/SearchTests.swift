import Domain
import TestSupport
import Testing

@testable import Timeline

@MainActor @Suite struct SearchTests {
  private let stage: Stage

  init() {
    var posts = Post.fixtures(count: 500)
    for index in [3, 30, 250, 499] {
      posts[index] = .fixture(id: "\(index + 1)", createdAt: posts[index].createdAt, text: "Tea \(index + 1)")
    }
    stage = Stage([(.home, posts)])
  }

  @Test func `The first match from the selected post on is selected, and words are marked`() async {
    await stage.load()
    await stage.select(10)
    await stage.after { $0.search("tea") }
    #expect(stage.view.selectedText == "Tea 31")
    #expect(stage.view.status == "match 2 of 4 · 31 of 500")
    #expect(stage.view.timeline?.isSearching == true)
    #expect(stage.view.rows[30].text.contains { $0.kind == .match && $0.text == "Tea" })
    #expect(stage.view.notice == nil)
  }

  @Test func `Where the selected post matches it stays`() async {
    await stage.load()
    await stage.select(30)
    await stage.after { $0.search("tea") }
    #expect(stage.view.status.hasPrefix("match 2 of 4"))
  }

  @Test func `A match that is not held is loaded with what is around it`() async {
    await stage.load()
    await stage.after { $0.search("tea") }
    await stage.after { $0.showNextMatch() }
    await stage.after { $0.showNextMatch() }
    #expect(stage.view.selectedText == "Tea 251")
    #expect(stage.view.status == "match 3 of 4 · 251 of 500")
    #expect(stage.view.timeline?.isSearching == true)
  }

  @Test func `After the oldest match comes the newest, which is said, and the other way round`() async {
    await stage.load()
    await stage.after { $0.search("tea") }
    await stage.after { $0.showPreviousMatch() }
    #expect(stage.view.selectedText == "Tea 500")
    #expect(stage.view.notice?.text == "On from the oldest match.")
    await stage.after { $0.showNextMatch() }
    #expect(stage.view.selectedText == "Tea 4")
    #expect(stage.view.notice?.text == "On from the newest match.")
    await stage.after { $0.showNextMatch() }
    #expect(stage.view.notice == nil)
  }

  @Test func `With one match there is no other, which is said`() async {
    await stage.load()
    await stage.after { $0.search("tea 31") }
    for _ in 0..<3 {
      await stage.after { $0.showNextMatch() }
      #expect(stage.view.selectedText == "Tea 31")
      #expect(stage.view.notice?.text == "This is the only match.")
    }
  }

  @Test func `Where no post matches, the empty view says what was searched for and in how many posts`() async {
    await stage.load()
    await stage.select(5)
    await stage.after { $0.search("coffee") }
    #expect(stage.view.standing == [.emptyView])
    #expect(stage.view.emptyView?.title == "No post says “coffee”")
    #expect(stage.view.emptyView?.sentences.first?.contains("500 posts") == true)
    #expect(stage.view.emptyView?.actions == [.clearSearch, .search])
    await stage.after { $0.clearSearch() }
    #expect(stage.view.standing == [.list])
    #expect(stage.view.selectedText == "Post 6")
  }

  @Test func `From no match a person can search for something else, or refresh`() async {
    await stage.load()
    await stage.after { $0.search("coffee") }
    await stage.after { $0.search("tea") }
    #expect(stage.view.selectedText == "Tea 4")
    await stage.after { $0.search("coffee") }
    await stage.after { $0.refresh() }
    #expect(stage.view.standing == [.list])
  }

  @Test func `A failure after no match is said above the posts`() async {
    await stage.load()
    await stage.after { $0.search("coffee") }
    for action in [{ $0.search("tea") }, { $0.refresh() }] as [(TimelinePresenter) -> Void] {
      stage.repository.answerPages(.init(.offline(host: "t.example")))
      await stage.after(action)
      #expect(stage.view.standing == [.list])
      #expect(stage.view.notice?.text.hasPrefix("t.example does not answer") == true)
    }
  }

  @Test func `A search that was cleared marks nothing, and its matches are gone`() async {
    await stage.load()
    await stage.after { $0.search("tea") }
    await stage.after { $0.clearSearch() }
    #expect(stage.view.timeline?.isSearching == false)
    #expect(stage.view.status == "4 of 500")
    #expect(stage.view.rows.allSatisfy { $0.text.allSatisfy { $0.kind != .match } })
    stage.view.forget()
    await stage.after { $0.showNextMatch() }
    #expect(stage.view.calls.isEmpty)
  }

  @Test(arguments: ["", "   "]) func `To search for nothing is to clear the search`(words: String) async {
    await stage.load()
    await stage.after { $0.search("tea") }
    await stage.after { $0.search(words) }
    #expect(stage.view.timeline?.isSearching == false)
    #expect(stage.view.standing == [.list])
  }

  @Test func `While it looks, the posts stay and a notice says so`() async {
    await stage.load()
    stage.repository.answerPages(.init(after: 3))
    await stage.after { $0.search("tea") }
    #expect(stage.view.standing == [.list])
    #expect(stage.view.notice?.text == "Looking for “tea”…")
    await stage.advance(1)
    await stage.after { $0.toggleWarning(at: 0) }
    #expect(stage.view.notice?.text == "Looking for “tea”…")
    await stage.advance(2)
    #expect(stage.view.notice == nil)
    #expect(stage.view.selectedText == "Tea 4")
  }

  @Test func `Another search supersedes the one that runs`() async {
    await stage.load()
    stage.repository.answerPages(.init(after: 3, isStubborn: true))
    await stage.after { $0.search("tea") }
    await stage.after { $0.search("post 7") }
    await stage.advance(5)
    #expect(stage.view.selectedText == "Post 7")
  }

  @Test func `A search that is cleared while it runs finds nothing any more`() async {
    await stage.load()
    stage.repository.answerPages(.init(after: 3, isStubborn: true))
    await stage.after { $0.search("tea") }
    await stage.after { $0.clearSearch() }
    #expect(stage.view.notice == nil)
    await stage.advance(5)
    #expect(stage.view.selectedText == "Post 1")
    #expect(stage.view.timeline?.isSearching == false)
  }

  @Test func `Clearing a search does not break off a refresh`() async {
    await stage.load()
    await stage.after { $0.search("tea") }
    stage.repository.answerPages(.init(after: 3))
    await stage.after { $0.refresh() }
    await stage.after { $0.clearSearch() }
    stage.repository.setPosts(Post.fixtures(count: 7), of: .home)
    await stage.advance(3)
    #expect(stage.view.rows.count == 7)
  }

  @Test func `A timeline that has become empty while a person typed stays what it is`() async {
    await stage.load()
    stage.repository.setPosts([], of: .home)
    await stage.after { $0.refresh() }
    await stage.after { $0.search("tea") }
    await stage.after { $0.clearSearch() }
    #expect(stage.view.emptyView?.name == "no posts")
  }
}
