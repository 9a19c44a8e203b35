import Domain
import Foundation
import TestSupport
import Testing

@testable import tern

/// The files and the plan of `tern move`.
@Suite struct MovePlanTests {
  private let data = AccountData(
    follows: [
      .init(handle: "grace@far.example"), .init(handle: "bo@far.example", showsReposts: false, notifies: true),
    ],
    mutes: [.init(handle: "loud@far.example", hidesNotifications: false)], blocks: ["rude@far.example"],
    servers: ["spam.example"],
    lists: [
      .init(title: "Say \"hi\"", members: ["grace@far.example", "bo@far.example"]),
      .init(title: "Looms", members: ["grace@far.example"]),
    ],
    tags: ["loom"],
    bookmarks: ["https://far.example/@grace/2", "https://far.example/@grace/1"])

  private func content(_ file: AccountFile, _ text: String) -> AccountFileContent {
    file.content(of: text, path: "file.csv")
  }

  private func steps(_ file: AccountFile, _ text: String) -> [MovePlan.Step] { content(file, text).items.map(\.step) }

  private func items(_ data: AccountData) -> [MoveItem] {
    AccountFile.allCases.flatMap { $0.content(of: $0.text(of: data), path: $0.rawValue).items }
  }

  private func plan(_ data: AccountData, over current: AccountData, own: String = "ada@new.example") -> MovePlan {
    MovePlan(items(data), over: current, own: own, host: "new.example")
  }

  // MARK: - Files

  @Test func `What is written is read again`() {
    let read = items(data)
    #expect(read.contains { $0.step == .follow(data.follows[1]) } && read.contains { $0.step == .mute(data.mutes[0]) })
    #expect(read.contains { $0.step == .addToList("Say \"hi\"", handle: "bo@far.example") && $0.line == 2 })
    let again = plan(data, over: data)
    #expect(again.steps.isEmpty && again.losses.isEmpty)
  }

  @Test func `Mastodon's files are read`() {
    let follows = "Account address,Show boosts,Notify on new posts,Languages\nada@a.example,true,false,\"en, de\"\n"
    #expect(steps(.follows, follows) == [.follow(.init(handle: "ada@a.example"))])
    #expect(
      content(.follows, follows).losses == ["following_accounts.csv: the languages of 1 follow are not moved"])
    #expect(
      steps(.follows, "\u{FEFF}ada@a.example\r\n@Ada@a.example\r\n") == [.follow(.init(handle: "ada@a.example"))])
    #expect(steps(.blocks, "ada@a.example\n\n") == [.block("ada@a.example")])
    #expect(steps(.blocks, "Account address\nada@a.example") == [.block("ada@a.example")])
    #expect(steps(.mutes, "Account address,Hide notifications\nada@a.example,false").count == 1)
    #expect(
      steps(.servers, "spam.example\nBad.example\n") == [.blockServer("spam.example"), .blockServer("bad.example")])
    #expect(
      steps(.servers, "#domain,#severity,#reject_media\nspam.example,suspend,false\n") == [.blockServer("spam.example")]
    )
    #expect(
      steps(.lists, "Looms,ada@a.example\n\"Say \"\"hi\"\"\",bo@a.example\n")
        == [.addToList("Looms", handle: "ada@a.example"), .addToList("Say \"hi\"", handle: "bo@a.example")])
    #expect(steps(.lists, "List name,Account address\nLooms,@ada@a.example").count == 1)
    #expect(steps(.bookmarks, "#uri\nhttps://a.example/1") == [.bookmark("https://a.example/1")])
    #expect(steps(.tags, "#loom\nweave") == [.followTag("loom"), .followTag("weave")])
  }

  @Test func `Columns are found by their names`() {
    #expect(
      steps(.follows, "Account address,Notify on new posts\nada@a.example,true")
        == [.follow(.init(handle: "ada@a.example", notifies: true))])
  }

  @Test(arguments: [
    (AccountFile.follows, "ada@a.example\nnot an account,true", "file.csv: 2:1: expected an account"),
    (.blocks, "a@b@c", "file.csv: 1:1: expected an account"),
    (.bookmarks, "https://a.example/1\nnext", "file.csv: 2:1: expected the address of a post"),
    (.servers, "spam", "file.csv: 1:1: expected a server"), (.lists, "Looms", "file.csv: 1:1: expected an account"),
    (.lists, ",ada@a.example", "file.csv: 1:1: expected the title of a list"),
    (.tags, "a b", "file.csv: 1:1: expected a hashtag"),
    (.blocks, "ada@a.example\u{FFFD}", "file.csv: 1:1: expected UTF-8"),
  ])
  func `A damaged line is named, and the others are read`(file: AccountFile, text: String, message: String) {
    let read = content(file, text)
    #expect(read.problems.count == 1 && read.problems.first?.message.hasPrefix(message) == true)
    #expect(read.items.count == text.split(separator: "\n").count - 1)
  }

  @Test func `Cells with commas, quotes and line breaks survive`() {
    let cells = ["a, b", "say \"hi\"", "two\nlines", ""]
    #expect(CSVRows(CSVRows.text(of: cells)).map(\.cells) == [cells])
    #expect(CSVRows("a \"b\" c,\"d\"\"\"").map(\.cells) == [["a \"b\" c", "d\""]])
    #expect(CSVRows("\"a\r\nb\",c\nd").map { [$0.line] } == [[1], [3]])
  }

  @Test func `A stray quote hides no other line`() {
    let rows = Array(CSVRows("\"a,b\nc,d\ne,f"))
    #expect(rows.map(\.isComplete) == [false, true, true] && rows.map(\.line) == [1, 2, 3])
    let long = String(repeating: "x", count: 70_000)
    let read = content(.blocks, long + "\nada@a.example")
    #expect(read.problems.map(\.line) == [1] && read.items.map(\.line) == [2])
  }

  @Test func `Random bytes are read without a crash`() {
    var random = SeededGenerator(seed: 7)
    let alphabet = Array("a,\"\n\r#@ .:/é\u{FFFD}\u{0}".unicodeScalars)
    for _ in 0..<200 {
      var text = ""
      for _ in 0..<Int.random(in: 0...200, using: &random) {
        text.unicodeScalars.append(alphabet.randomElement(using: &random) ?? "a")
      }
      for file in AccountFile.allCases { _ = content(file, text) }
    }
  }

  @Test func `A file without end is not read to its end`() {
    let read = content(.blocks, String(repeating: "a@b.example\n", count: 100_001))
    #expect(read.items.count == 1 && read.problems.map(\.expected) == ["at most 100000 rows"])
    #expect(read.losses == ["blocked_accounts.csv: only the first 100000 rows were read"])
    let problems = Array(repeating: AccountFileContent.Problem(path: "a.csv", line: 1, expected: "x"), count: 50)
    let messages = MoveFiles.messages(about: problems)
    #expect(messages.count == 21 && messages.last == "a.csv: 30 more lines are not valid; left out")
  }

  // MARK: - Plan

  @Test func `The plan leaves out what is done, and the account itself`() {
    let current = AccountData(
      follows: [.init(handle: "Grace@far.example")], servers: ["SPAM.example"],
      lists: [.init(title: "Looms", members: ["grace@far.example"])])
    let plan = plan(data, over: current, own: "rude@far.example")
    #expect(plan.steps.prefix(2).map(\.step) == [.follow(data.follows[1]), .mute(data.mutes[0])])
    #expect(plan.steps.suffix(2).map(\.step) == [.bookmark(data.bookmarks[1]), .bookmark(data.bookmarks[0])])
    #expect(
      plan.text(for: "@ada@new.example") == """
        @ada@new.example would
          follow 1 account (1 already done)
          mute 1 account
          block 0 servers (1 already done)
          create 1 list
          add 2 accounts to lists (1 already done)
          follow 1 hashtag
          bookmark 2 posts

        """)
    #expect(self.plan(AccountData(), over: current).text(for: "") == "There is nothing to move.\n")
  }

  @Test func `What the server lacks is not moved, and said`() {
    var current = AccountData()
    current.unsupported = [.lists, .tags]
    let plan = plan(data, over: current)
    #expect(
      plan.losses == [
        "lists.csv: new.example has no lists", "followed_tags.csv: new.example has no followed hashtags",
      ])
    #expect(!plan.steps.contains { [.lists, .tags].contains($0.step.file) })
    #expect(plan.text(for: "").contains("Left out or changed:\n  lists.csv: new.example has no lists\n"))
  }

  @Test func `Mutes and blocks that the server does not list are sent all the same`() {
    var current = AccountData()
    current.unsupported = [.mutes, .blocks]
    let plan = plan(AccountData(mutes: [.init(handle: "grace@far.example")], blocks: ["bo@far.example"]), over: current)
    #expect(plan.steps.map(\.step) == [.mute(.init(handle: "grace@far.example")), .block("bo@far.example")])
    #expect(plan.losses.first == "muted_accounts.csv: new.example does not list muted accounts: all are sent again")
  }

}
