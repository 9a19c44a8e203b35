import Domain
import Foundation
import TerminalKit
import TestSupport
import Testing

@testable import PostDetail

/// The screen as a person has it: keys in, lines out.
@MainActor @Suite struct PostDetailScreenTests {
  init() {
    UTF8Locale.set()
  }

  private func screen(_ bench: PostDetailHarness) async -> Navigator {
    let navigator = Navigator()
    navigator.setRoot(Cover())
    _ = navigator.draw(size: Size(width: 80, height: 24))
    let router = bench.router
    navigator.push(PostDetailAssembly.make(dependencies: bench.dependencies, router: router))
    await bench.settle()
    return navigator
  }

  @Test func `The whole thread is shown where there is room for it`() async {
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
        "         └ A reply to a reply has been deleted.",
        "",
        String(repeating: "─", count: 60),
        " 3 of 6      z reveal  o links  R reload  g go to  Esc back",
      ])
  }

  @Test(arguments: [(24, 3, 1), (12, 3, 1), (10, 3, 1), (9, 2, 1), (8, 2, 1), (5, 1, 0)])
  func `The post itself is at the top, and how much it answers above it`(height: Int, row: Int, hint: Int) async {
    let answers = (10..<30).map { PostThread.Reply(entry: .post(.fixture(id: "\($0)")), depth: 0) }
    let above = (2..<5).map { PostThread.Entry.post(.fixture(id: "\($0)", text: "Above")) }
    let thread = PostThread(ancestors: above, post: .fixture(text: "Here", counts: nil), replies: answers)
    let navigator = await screen(PostDetailHarness(.init(result: .success(thread))))
    let lines = navigator.draw(size: Size(width: 40, height: height)).lines
    #expect(lines[row].hasPrefix(" ▌ Grace Hopper"))
    #expect(lines[row + 1] == " ▌ Here")
    #expect(lines.contains("   ↑ 3 above") == (hint == 1))
  }

  @Test func `A post that is taller than the screen is read to its end first`() async {
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

  @Test(arguments: [[Key.enter], [.character("t")]]) func `Enter opens another post, not the post itself`(
    keys: [Key]
  ) async {
    let bench = PostDetailHarness(.init(result: .success(.fixture)))
    let navigator = await screen(bench)
    keys.forEach(navigator.handle)
    #expect(bench.opened.isEmpty)
    #expect(!navigator.activeBindings.contains { $0.hint == "open" })
    navigator.handle(.character("j"))
    #expect(navigator.activeBindings.first?.hint == "open")
    keys.forEach(navigator.handle)
    #expect(bench.opened == [PostID("3")])
  }

  @Test func `The keys lead to the ends of the thread and about the screen`() async {
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

  @Test func `A revealed post says where its links lead, and o opens one`() async {
    let bench = PostDetailHarness(.init(result: .success(.fixture)))
    let navigator = await screen(bench)
    navigator.handle(.character("z"))
    let lines = navigator.draw(size: Size(width: 80, height: 30)).lines
    #expect(lines.contains(" ▌ [1] https://timeline.example/compiler"))
    navigator.handle(.character("o"))
    #expect(bench.opener.opened.isEmpty)
    navigator.handle(.character("1"))
    #expect(bench.opener.opened == ["https://timeline.example/compiler"])
    let notice = navigator.draw(size: Size(width: 60, height: 24)).lines[22]
    #expect(notice.hasPrefix(" Opening https://timeline.example/compiler ─"))
  }

  @Test(arguments: ["loading", "offline", "thread"]) func `Accounts can be switched in every state`(
    state: String
  ) async {
    let answers: [String: StubLoadThread.Answer] = [
      "loading": .init(result: .success(.fixture), seconds: 9),
      "offline": .init(result: .failure(.offline(host: "timeline.example"))),
      "thread": .init(result: .success(.fixture)),
    ]
    let bench = PostDetailHarness(answers: answers[state].map { [$0] } ?? [])
    let navigator = await screen(bench)
    for key: Key in [.character("g"), .character("s"), .control("n"), .control("p")] { navigator.handle(key) }
    #expect(bench.ways == ["accounts", "account 1", "account -1"])
  }

  @Test func `Where the session has expired L logs in again, over the post that is held`() async {
    let error = TimelineError.sessionExpired(handle: "ada@demo", host: "timeline.example")
    let bench = PostDetailHarness(.init(result: .failure(error)), known: .fixture(text: "Here"))
    let navigator = await screen(bench)
    navigator.handle(.character("L"))
    #expect(bench.ways == ["login"])
    #expect(navigator.draw(size: Size(width: 60, height: 24)).lines.contains { $0.hasSuffix("Here") })
  }

  @Test(arguments: [24, 10, 5]) func `A post that was held keeps its text in its place when the thread comes`(
    height: Int
  ) async {
    let answers = (10..<30).map { PostThread.Reply(entry: .post(.fixture(id: "\($0)")), depth: 0) }
    let above = (2..<5).map { PostThread.Entry.post(.fixture(id: "\($0)", text: "Above")) }
    let post = Post.fixture(text: "Here", replyTo: "4")
    let thread = PostThread(ancestors: above, post: post, replies: answers)
    let bench = PostDetailHarness(.init(result: .success(thread), seconds: 3), known: post)
    let navigator = await screen(bench)
    let size = Size(width: 40, height: height)
    let before = navigator.draw(size: size).lines
    #expect(before.contains(" ▌ ↩ in reply to another post"))
    await bench.pass(seconds: 3)
    let lines = navigator.draw(size: size).lines
    #expect(lines.contains("   ↑ 3 above") == (height > 5))
    if height > 5 { #expect(lines.firstIndex(of: " ▌ Here") == before.firstIndex(of: " ▌ Here")) }
  }

  @Test(arguments: [Key.escape, .character("q"), .backspace]) func `The way back withdraws the question`(
    key: Key
  ) async {
    let bench = PostDetailHarness(.init(result: .success(.fixture), seconds: 3))
    let navigator = await screen(bench)
    await bench.pass(seconds: 0.1)
    #expect(navigator.draw(size: Size(width: 60, height: 24)).lines.contains { $0.contains("Loading this post") })
    navigator.handle(key)
    await bench.settle()
    #expect(navigator.isAtRoot)
    #expect(bench.runner.runningCount == 0)
  }

  @Test(arguments: [(80, 24), (40, 10), (20, 5)], ["loading", "offline", "thread", "old"])
  func `Every state fits every screen and takes every key`(size: (Int, Int), state: String) async {
    let failure = StubLoadThread.Answer(result: .failure(.offline(host: "timeline.example")))
    let thread = StubLoadThread.Answer(result: .success(.fixture))
    let answers: [String: [StubLoadThread.Answer]] = [
      "loading": [.init(result: .success(.fixture), seconds: 9)], "offline": [failure], "thread": [thread],
      "old": [thread, failure],
    ]
    let bench = PostDetailHarness(answers: answers[state] ?? [])
    let navigator = await screen(bench)
    if state == "old" { navigator.handle(.character("R")) }
    await bench.pass(seconds: 1)
    let size = Size(width: size.0, height: size.1)
    let words = ["loading": "Loading", "offline": "does not", "thread": "@grace", "old": "timeline.exam"]
    let lines = navigator.draw(size: size).lines
    #expect(lines.contains { $0.contains(words[state] ?? "") }, "\(lines)")
    #expect(lines.first?.hasPrefix(state == "thread" || state == "old" ? " Post by" : " Thread") == true)
    for key: Key in "jkGHMLtzsovyYRgg1 ./nNlhu".map(Key.character) + [.enter, .tab, .pageUp, .control("d")] {
      navigator.handle(key)
      await bench.settle()
      #expect(navigator.draw(size: size).size == size)
    }
  }
}

/// The screen below.
@MainActor
private final class Cover: ViewController {
  let title = "Timeline"
  let availableCommands: [AvailableCommand] = []
  var needsDisplay: (@MainActor () -> Void)?
  func draw(on canvas: inout Canvas, in area: Rect) {}
}

extension Canvas {
  /// What stands in each row, without the spaces at its end.
  var lines: [String] {
    (0..<size.height).map { row in
      let line = (0..<size.width).map { self[row, $0].text }.joined()
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }
}
