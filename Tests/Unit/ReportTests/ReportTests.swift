import Domain
import Foundation
import Runtime
import ScreenSupport
import ScreenTestSupport
import TerminalKit
import TestSupport
import Testing
import TimelineCore

@testable import Report

@MainActor @Suite final class ReportTests: ScreenDriver {
  private lazy var server = StubActions(clock: clock)
  private let drafts = ReportDrafts()
  private var navigation: [String?] = []

  override init() {
    super.init()
    size = Size(width: 60, height: 20)
  }

  private func open(_ profile: Profile, _ post: Post?) async {
    let actor = PostActionService(
      server, of: .demo("ada@near.example"), cache: PostCache(), clock: clock, runner: runner
    ) {
      _, _ in
    }
    let account = Account(
      id: .demo("ada@near.example"), profile: Profile(handle: "ada@near.example", name: "Ada"), origin: .demo)
    await show(
      ReportAssembly.make(
        ReportDependencies(
          profile: profile, post: post, account: account, actions: actor, drafts: drafts, services: services)
      ) { [weak self] in self?.navigation.append($0) })
  }

  @Test func `A report is sent once, with reason, comment, post and forwarding`() async {
    await open(Profile(id: "7", handle: "grace@far.example"), .fixture(id: "1", text: "Buy my compiler"))
    #expect(text().contains("Report @grace@far.example"))
    #expect(text().contains("Includes the post: Buy my compiler"))
    #expect(text().contains("○ Forward to far.example"))
    await press("3 c n o Enter f G Enter Enter")
    #expect(
      server.actions == [
        .report(
          Report(account: "7", posts: [PostID("1")], reason: .violation, comment: "no", forwards: true))
      ])
  }

  @Test func `Accounts of the own server are not forwarded, and Escape saves a comment`() async {
    await open(Profile(id: "8", handle: "alan@near.example"), nil)
    #expect(!text().contains("Forward to"))
    await press("f c x Escape G Enter")
    #expect(server.actions == [.report(Report(account: "8", reason: .spam, comment: "x"))])
    #expect(navigation == [nil])
  }

  @Test func `An unsent report is restored, a sent one is not`() async {
    let grace = Profile(id: "7", handle: "grace@far.example")
    await open(grace, nil)
    await press("4 c r u d e Enter Escape")
    #expect(navigation == ["Your report about @grace@far.example is saved until you quit Tern."])
    await open(grace, .fixture(id: "1", text: "Buy"))
    #expect(text().contains("Comment: rude") && text().contains("● Something else") && text().contains("Buy"))
    #expect(text().contains("Your unsent report is here."))
    await press("G Enter")
    #expect(
      server.actions == [.report(Report(account: "7", posts: [PostID("1")], reason: .other, comment: "rude"))])
    await open(grace, nil)
    #expect(!text().contains("rude"))
  }

  @Test func `A refused report is restored with the reason`() async {
    let grace = Profile(id: "7", handle: "grace@far.example")
    await open(grace, .fixture(id: "1", text: "Buy"))
    await press("c n o Enter G Enter")
    let report = Report(account: "7", posts: [PostID("1")], reason: .spam, comment: "no")
    let subject = drafts.reject(report, because: "far.example says “Not here”")
    #expect(subject?.profile == grace && subject?.post?.id == PostID("1"))
    #expect(drafts.reject(report, because: "again") == nil)
    await open(grace, subject?.post)
    #expect(text().contains("Not sent: far.example says “Not here”"))
    #expect(text().contains("Comment: no"))
  }

  @Test func `A refused report is merged with a newer unsent one`() async {
    let grace = Profile(id: "7", handle: "grace@far.example")
    await open(grace, nil)
    await press("c o n e Enter G Enter")
    await open(grace, nil)
    await press("3 c t w o Enter Escape")
    #expect(drafts.reject(Report(account: "7", reason: .spam, comment: "one"), because: "No") != nil)
    await open(grace, nil)
    #expect(text().contains("Comment: one two") && text().contains("● It breaks") && text().contains("Not sent: No"))
    await press("Escape")
    await open(grace, nil)
    #expect(text().contains("Comment: one two"))
  }

  @Test func `A report refused while another is edited is not lost`() async {
    let grace = Profile(id: "7", handle: "grace@far.example")
    await open(grace, nil)
    await press("c o n e Enter G Enter")
    await open(grace, nil)
    _ = drafts.reject(Report(account: "7", reason: .spam, comment: "one"), because: "No")
    await press("c t w o Enter Escape")
    await open(grace, nil)
    #expect(text().contains("Comment: one two"))
  }

  @Test func `A report without changes is not saved`() async {
    let grace = Profile(id: "7", handle: "grace@far.example")
    await open(grace, nil)
    await press("4 Escape")
    await open(grace, nil)
    #expect(text().contains("Your unsent report is here.") && text().contains("● Something else"))
    await press("1 Escape")
    await open(grace, nil)
    #expect(!text().contains("is here"))
  }

  @Test func `The number of characters left is shown while typing, and comments are not cut`() async {
    await open(Profile(id: "7", handle: "grace@far.example"), nil)
    await press("c")
    #expect(text().contains("Comment, 1000 left"))
    navigator.handle(.paste(String(repeating: "x", count: 1_003)))
    #expect(text().contains("Comment, 3 over"))
    await press("Enter G Enter")
    #expect(server.actions.isEmpty)
    #expect(text().contains("The comment is too long: 3 over."))
    await press("BSpace BSpace BSpace Enter G Enter")
    guard case .report(let report)? = server.actions.first else {
      Issue.record("it was not sent")
      return
    }
    #expect(report.comment.count == 1_000)
  }

  @Test(arguments: [Size(width: 80, height: 24), Size(width: 40, height: 10), Size(width: 20, height: 5)])
  func `The screen fits in every size without conflicting keys`(size: Size) async {
    await open(Profile(id: "7", handle: "grace@far.example"), .fixture(id: "1", text: "One"))
    let lines = navigator.draw(size: size).lines
    #expect(lines.count == size.height)
    #expect(lines.joined().contains("spam"))
    #expect(Keymap.standard.undeclaredConflicts(among: navigator.top?.availableCommands ?? []) == [])
  }
}
