import Domain
import Foundation
import Runtime
import Synchronization
import TerminalKit
import TestSupport
import Testing
import TimelineEngine

@testable import Report

@MainActor @Suite struct ReportTests {
  /// Takes what is done, and does nothing.
  private final class Server: ActionRepository {
    private let state = Mutex<[ReaderAction]>([])
    var actions: [ReaderAction] { state.withLock(\.self) }
    let kinds: Set<ReaderAction.Kind> = [.report]
    func perform(_ action: ReaderAction) async throws(StoreError) { state.withLock { $0.append(action) } }
    func refusals() -> AsyncStream<RefusedAction> { AsyncStream { $0.finish() } }
    func lists() async throws(TimelineError) -> [ListedTimeline] { [] }
  }

  private let server = Server()
  private let clock = VirtualClock(now: .noon)
  private let runner = TaskRunner()
  private let navigator = Navigator()

  private func open(_ person: Profile, _ post: Post?) async {
    let actor = PostActor(server, of: .demo("ada@near.example"), cache: PostCache(), clock: clock, runner: runner) {
      _, _ in
    }
    let account = Account(
      id: .demo("ada@near.example"), profile: Profile(handle: "ada@near.example", name: "Ada"), origin: .demo)
    navigator.setRoot(
      ReportAssembly.make(ReportDependencies(person: person, post: post, account: account, actor: actor)) {})
    await clock.settle(runner)
  }

  private func press(_ keys: String) async {
    for name in keys.split(separator: " ") { Key(tmuxName: String(name)).map { navigator.handle($0) } }
    await clock.settle(runner)
  }

  private var text: String {
    navigator.draw(size: Size(width: 60, height: 20)).lines.joined(separator: "\n")
  }

  @Test func `Reason, comment and the other server are told with the post, once`() async {
    await open(Profile(id: "7", handle: "grace@far.example"), .fixture(id: "1", text: "Buy my compiler"))
    #expect(text.contains("Report @grace@far.example"))
    #expect(text.contains("With the post: Buy my compiler"))
    #expect(text.contains("○ Tell those of far.example, too"))
    await press("3 c n o Enter f G Enter Enter")
    #expect(
      server.actions == [
        .report(
          Report(person: "7", posts: [PostID("1")], reason: .violation, comment: "no", forwards: true))
      ])
  }

  @Test func `Whoever is of the same server is not told of to another one, and Escape leaves a comment as it was`()
    async
  {
    await open(Profile(id: "8", handle: "alan@near.example"), nil)
    #expect(!text.contains("Tell those"))
    await press("f c x Escape G Enter")
    #expect(server.actions == [.report(Report(person: "8", reason: .spam))])
  }

  @Test(arguments: [Size(width: 80, height: 24), Size(width: 40, height: 10), Size(width: 20, height: 5)])
  func `It fits into each size, and no two keys are at odds`(size: Size) async {
    await open(Profile(id: "7", handle: "grace@far.example"), .fixture(id: "1", text: "One"))
    let lines = navigator.draw(size: size).lines
    #expect(lines.count == size.height)
    #expect(lines.joined().contains("spam"))
    #expect(Keymap.standard.undeclaredConflicts(among: navigator.top?.offers ?? []) == [])
  }
}
