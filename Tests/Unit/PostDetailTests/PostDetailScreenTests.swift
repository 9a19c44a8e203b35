import Domain
import Foundation
import TerminalKit
import TestSupport
import Testing

@testable import PostDetail

/// The screen as the user sees it: keys in, lines out.
@MainActor @Suite struct PostDetailScreenTests {
  init() {
    UTF8Locale.set()
  }

  private func screen(_ harness: PostDetailHarness) async -> Navigator {
    let navigator = Navigator()
    navigator.setRoot(Cover())
    _ = navigator.draw(size: Size(width: 80, height: 24))
    let router = harness.router
    navigator.push(
      PostDetailAssembly.make(
        of: harness.subject, threads: harness.threads, services: harness.services, session: harness.session,
        router: router))
    await harness.settle()
    return navigator
  }

  @Test func `A tall screen shows the whole thread`() async {
    let navigator = await screen(PostDetailHarness(.init(result: .success(.fixture))))
    #expect(
      navigator.draw(size: Size(width: 60, height: 24)).lines == [
        " Post by Grace Hopper              Ada Lovelace · @ada@demo",
        String(repeating: "─", count: 60),
        "   The post that this one replies to is not in this source.",
        "   Post 0",
        "",
        "   Grace Hopper  @grace                                 now",
        "   Warning: Tea                                 z to reveal",
        "",
        " ▌ Grace Hopper  @grace                                 now",
        " ▌ Warning: Coffee                              z to reveal",
        " ▌",
        " ▌ \(LocalTime.exact(.noon))",
        " ▌ https://timeline.example/1",
        "   │",
        "   └ Grace Hopper  @grace                               now",
        "     Well done.",
        "     │",
        "     └ Grace Hopper  @grace                             now",
        "       Thank you.",
        "         │",
        "         └ A reply to a reply was deleted.",
        "",
        String(repeating: "─", count: 60),
        " 3 of 6    z reveal  o links  Z fold all  g go to  Esc back",
      ])
  }

  @Test(arguments: [(24, 3, 1), (12, 3, 1), (10, 3, 1), (9, 2, 1), (8, 2, 1), (5, 1, 0)])
  func `The opened post is at the top, below the number of posts above`(height: Int, row: Int, hint: Int) async {
    let answers = (10..<30).map { PostThread.Reply(entry: .post(.fixture(id: "\($0)")), depth: 0) }
    let above = (2..<5).map { PostThread.Entry.post(.fixture(id: "\($0)", text: "Above")) }
    let thread = PostThread(ancestors: above, post: .fixture(text: "Here", counts: nil), replies: answers)
    let navigator = await screen(PostDetailHarness(.init(result: .success(thread))))
    let lines = navigator.draw(size: Size(width: 40, height: height)).lines
    #expect(lines[row].hasPrefix(" ▌ Grace Hopper"))
    #expect(lines[row + 1] == " ▌ Here")
    #expect(lines.contains("   ↑ 3 above") == (hint == 1))
  }

  @Test func `A post taller than the screen is scrolled to its end first`() async {
    let text = (1...30).map { "line \($0)" }.joined(separator: "\n")
    let thread = PostThread(
      post: .fixture(text: text), replies: [.init(entry: .post(.fixture(id: "2", text: "Short.")), depth: 0)])
    let navigator = await screen(PostDetailHarness(.init(result: .success(thread))))
    var seen: Set<String> = []
    for step in 0..<40 {
      let lines = navigator.draw(size: Size(width: 40, height: 12)).lines
      for line in lines { seen.insert(line) }
      if step == 3 { #expect(lines.last?.hasPrefix(" 1 of 2 · 11/33") == true) }
      if lines.last?.hasPrefix(" 2 of 2") == true { break }
      navigator.handle(.character("j"))
    }
    for number in 1...30 { #expect(seen.contains(" ▌ line \(number)")) }
    #expect(navigator.draw(size: Size(width: 40, height: 12)).lines.last?.hasPrefix(" 2 of 2") == true)
  }

  @Test(arguments: [[Key.enter], [.character("t")]]) func `Enter opens other posts, but not the opened one`(
    keys: [Key]
  ) async {
    let harness = PostDetailHarness(.init(result: .success(.fixture)))
    let navigator = await screen(harness)
    keys.forEach(navigator.handle)
    #expect(harness.opened.isEmpty)
    #expect(!navigator.activeBindings.contains { $0.hint == "open" })
    navigator.handle(.character("j"))
    #expect(navigator.activeBindings.first?.hint == "open")
    keys.forEach(navigator.handle)
    #expect(harness.opened == [PostID("3")])
  }

  @Test func `Keys move to the ends of the thread and within the screen`() async {
    let navigator = await screen(PostDetailHarness(.init(result: .success(.fixture))))
    func status(after keys: [Key]) -> String {
      keys.forEach(navigator.handle)
      return String(navigator.draw(size: Size(width: 60, height: 24)).lines.last?.prefix(7) ?? "")
    }
    #expect(status(after: [.character("G")]) == " 6 of 6")
    #expect(status(after: [.character("g"), .character("g")]) == " 1 of 6")
    #expect(status(after: [.end]) == " 6 of 6")
    #expect(status(after: [.home]) == " 1 of 6")
    #expect(status(after: [.character("L")]) == " 6 of 6")
    #expect(status(after: [.character("M")]) == " 4 of 6")
    #expect(status(after: [.character("H")]) == " 1 of 6")
    #expect(status(after: [.down, .down, .up]) == " 2 of 6")
    #expect(status(after: [.character(" ")]) == " 6 of 6")
    #expect(status(after: [.control("u")]) == " 1 of 6")
  }

  @Test func `A revealed post lists its links, and o opens one`() async {
    let harness = PostDetailHarness(.init(result: .success(.fixture)))
    let navigator = await screen(harness)
    navigator.handle(.character("z"))
    let lines = navigator.draw(size: Size(width: 80, height: 30)).lines
    #expect(lines.contains(" ▌ [1] https://timeline.example/compiler"))
    navigator.handle(.character("o"))
    #expect(harness.opener.opened.isEmpty)
    navigator.handle(.character("1"))
    #expect(harness.opener.opened == ["https://timeline.example/compiler"])
    let notice = navigator.draw(size: Size(width: 60, height: 24)).lines[22]
    #expect(notice.hasPrefix(" Opening https://timeline.example/compiler ─"))
  }

  @Test func `With an expired session L signs in again, and a known post stays`() async {
    let error = TimelineError.sessionExpired(handle: "ada@demo", host: "timeline.example")
    let harness = PostDetailHarness(.init(result: .failure(error)), known: .fixture(text: "Here"))
    let navigator = await screen(harness)
    navigator.handle(.character("L"))
    #expect(harness.navigations == ["login"])
    #expect(navigator.draw(size: Size(width: 60, height: 24)).lines.contains { $0.hasSuffix("Here") })
  }

  @Test(arguments: [24, 10, 5]) func `A known post keeps its position when the thread arrives`(
    height: Int
  ) async {
    let answers = (10..<30).map { PostThread.Reply(entry: .post(.fixture(id: "\($0)")), depth: 0) }
    let above = (2..<5).map { PostThread.Entry.post(.fixture(id: "\($0)", text: "Above")) }
    let post = Post.fixture(text: "Here", replyTo: "4")
    let thread = PostThread(ancestors: above, post: post, replies: answers)
    let harness = PostDetailHarness(.init(result: .success(thread), seconds: 3), known: post)
    let navigator = await screen(harness)
    let size = Size(width: 40, height: height)
    let before = navigator.draw(size: size).lines
    #expect(before.contains(" ▌ ↩ in reply to another post"))
    await harness.pass(seconds: 3)
    let lines = navigator.draw(size: size).lines
    #expect(lines.contains("   ↑ 3 above") == (height > 5))
    if height > 5 { #expect(lines.firstIndex(of: " ▌ Here") == before.firstIndex(of: " ▌ Here")) }
  }

  @Test(arguments: [Key.escape, .character("q"), .backspace]) func `Going back cancels the request`(
    key: Key
  ) async {
    let harness = PostDetailHarness(.init(result: .success(.fixture), seconds: 3))
    let navigator = await screen(harness)
    await harness.pass(seconds: 0.1)
    #expect(navigator.draw(size: Size(width: 60, height: 24)).lines.contains { $0.contains("Loading this post") })
    navigator.handle(key)
    await harness.settle()
    #expect(navigator.isAtRoot)
    #expect(harness.runner.runningCount == 0)
  }

  @Test(arguments: [(80, 24), (40, 10), (20, 5)], ["loading", "offline", "thread", "old"])
  func `Every state fits every screen and accepts every key`(size: (Int, Int), state: String) async {
    let failure = StubThreads.Response(result: .failure(.offline(host: "timeline.example")))
    let thread = StubThreads.Response(result: .success(.fixture))
    let answers: [String: [StubThreads.Response]] = [
      "loading": [.init(result: .success(.fixture), seconds: 9)], "offline": [failure], "thread": [thread],
      "old": [thread, failure],
    ]
    let harness = PostDetailHarness(answers: answers[state] ?? [])
    let navigator = await screen(harness)
    if state == "old" { navigator.handle(.character("R")) }
    await harness.pass(seconds: 1)
    let size = Size(width: size.0, height: size.1)
    let words = ["loading": "Loading", "offline": "reach", "thread": "@grace", "old": "timeline.exam"]
    let lines = navigator.draw(size: size).lines
    #expect(lines.contains { $0.contains(words[state] ?? "") }, "\(lines)")
    #expect(lines.first?.hasPrefix(state == "thread" || state == "old" ? " Post by" : " Thread") == true)
    for key: Key in "jkGHMLtzsovyYRgg1 ./nNlhu".map(Key.character) + [.enter, .tab, .pageUp, .control("d")] {
      navigator.handle(key)
      await harness.settle()
      #expect(navigator.draw(size: size).size == size)
    }
  }
}

/// The screen underneath.
@MainActor
private final class Cover: ViewController {
  let title = "Timeline"
  let availableCommands: [AvailableCommand] = []
  var needsDisplay: (@MainActor () -> Void)?
  func draw(on canvas: inout Canvas, in area: Rect) {}
}

extension Canvas {
  /// The text of each row without trailing spaces.
  var lines: [String] {
    (0..<size.height).map { row in
      let line = (0..<size.width).map { self[row, $0].text }.joined()
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }
}
