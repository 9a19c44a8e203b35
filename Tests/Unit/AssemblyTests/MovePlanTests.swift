import Domain
import Testing

@testable import tern

/// The files and the plan of `tern move`.
@Suite struct MovePlanTests {
  private let data = AccountData(
    follows: [
      .init(handle: "grace@far.example"), .init(handle: "bo@far.example", showsReposts: false, notifies: true),
    ],
    mutes: [.init(handle: "loud@far.example", hidesNotifications: false)], blocks: ["rude@far.example"],
    bookmarks: ["https://far.example/@grace/2", "https://far.example/@grace/1"])

  private func read(_ file: AccountFile, _ text: String) throws(CommandFailure) -> AccountData {
    var data = AccountData()
    try file.read(text, path: "file.csv", into: &data)
    return data
  }

  @Test func `What is written is read again`() throws {
    var copy = AccountData()
    for file in AccountFile.allCases { try file.read(file.text(of: data), path: "", into: &copy) }
    #expect(copy == data)
  }

  @Test func `Mastodon's files are read`() throws {
    let follows = "Account address,Show boosts,Notify on new posts,Languages\nada@a.example,true,false,\"en, de\"\n"
    #expect(try read(.follows, follows).follows == [.init(handle: "ada@a.example")])
    #expect(
      try read(.follows, "\u{FEFF}ada@a.example\r\n@Ada@a.example\r\n").follows.map(\.handle) == ["ada@a.example"])
    #expect(try read(.blocks, "ada@a.example\n\n").blocks == ["ada@a.example"])
    #expect(try read(.mutes, "Account address,Hide notifications\nada@a.example,false").mutes.count == 1)
  }

  @Test(arguments: [
    (AccountFile.follows, "ada@a.example\nnot an account,true", "file.csv: 2:1: expected an account"),
    (.blocks, "a@b@c", "file.csv: 1:1: expected an account"),
    (.bookmarks, "https://a.example/1\nnext", "file.csv: 2:1: expected the address of a post"),
  ])
  func `A damaged line is named`(file: AccountFile, text: String, message: String) {
    let failure = #expect(throws: CommandFailure.self) { try read(file, text) }
    #expect(failure?.message.hasPrefix(message) == true)
    #expect(failure?.status == .damagedData)
  }

  @Test func `Cells with commas and quotes survive`() {
    let cells = ["a, b", "say \"hi\"", ""]
    #expect(CSVRows(CSVRows.text(of: cells)).map(\.cells) == [cells])
  }

  @Test func `The plan leaves out what is done, and the account itself`() {
    let current = AccountData(follows: [.init(handle: "Grace@far.example")])
    let plan = MovePlan(data, over: current, own: "rude@far.example")
    #expect(
      plan.steps == [
        .follow(data.follows[1]), .mute(data.mutes[0]), .bookmark(data.bookmarks[1]), .bookmark(data.bookmarks[0]),
      ])
    #expect(
      plan.text(for: "@ada@new.example") == """
        @ada@new.example would
          follow 1 account (1 already done)
          mute 1 account
          bookmark 2 posts

        """)
    #expect(MovePlan(AccountData(), over: current, own: "").text(for: "") == "There is nothing to move.\n")
  }
}
