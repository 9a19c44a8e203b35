import Domain
import Runtime
import Synchronization
import TerminalKit
import TestSupport
import Testing
import TimelineCore

@testable import ServerSearch

/// Lists of accounts at the server, such as followers.
@MainActor @Suite struct ProfileListTests {
  /// Two pages of accounts. Requests take a second.
  private final class Pages: ListProfilesUseCase {
    private struct State {
      var failures: [TimelineError] = []
      var requests: [String] = []
    }

    private let clock: VirtualClock
    private let count: Int
    private let state = Mutex(State())

    init(count: Int = 60, clock: VirtualClock) {
      self.count = count
      self.clock = clock
    }

    var requests: [String] { state.withLock(\.requests) }
    func failNext(_ error: TimelineError) { state.withLock { $0.failures.append(error) } }

    func page(after cursor: RemoteCursor?) async throws(TimelineError) -> ProfileListPage {
      let failure = state.withLock { state in
        state.requests.append(cursor?.rawValue ?? "first")
        return state.failures.popLast()
      }
      do { try await clock.sleep(seconds: 1) } catch { throw .cancelled }
      if let failure { throw failure }
      let start = cursor.flatMap { Int($0.rawValue) } ?? 0
      let end = min(start + 40, count)
      let people = (start..<end).map { Profile(id: "\($0)", handle: "person\($0)@far.example", name: "Person \($0)") }
      return ProfileListPage(people, next: end < count ? RemoteCursor("\(end)") : nil)
    }
  }

  private func harness(
    _ list: ProfileList = .followers(of: "7"), count: Int = 60
  ) throws -> (harness: ServerSearchHarness, pages: Pages) {
    let harness = try ServerSearchHarness()
    let pages = Pages(count: count, clock: harness.clock)
    harness.list = ServerProfileList(list, of: "@grace", pages)
    return (harness, pages)
  }

  @Test func `Accounts are listed, and the next page is loaded near the end`() async throws {
    let (harness, pages) = try harness()
    _ = await harness.open()
    await harness.advance(1)
    #expect(harness.text().contains("Followers of @grace") && harness.text().contains("@person0@far.example"))
    #expect(pages.requests == ["first"])
    await harness.press(.character("G"))
    #expect(pages.requests == ["first", "40"] && harness.text().contains("Loading more people…"))
    await harness.advance(1)
    #expect(harness.text().contains("40 of 60"))
    await harness.press(.character("G"))
    #expect(harness.text().contains("@person59@far.example") && harness.text().contains("End of list"))
    await harness.press(.enter)
    #expect(harness.ways == ["profile person59@far.example"])
  }

  @Test(arguments: [
    (ProfileList.muted, [UserAction.mute(nil, account: "0")]), (.blocked, [.block(false, account: "0")]),
    (.followers(of: "7"), []),
  ])
  func `x unmutes and unblocks in the lists of muted and blocked accounts`(
    list: ProfileList, sent: [UserAction]
  ) async throws {
    let (harness, _) = try harness(list)
    let actions = StubActions(clock: harness.clock)
    harness.actions = PostActionService(
      actions, of: .demo("ada"), cache: harness.cache, clock: harness.clock, runner: harness.runner
    ) { _, _ in }
    _ = await harness.open()
    await harness.advance(1)
    await harness.press(.character("x"))
    #expect(actions.actions == sent)
    // The account is no longer muted or blocked, so there is nothing to remove.
    await harness.press(.character("x"))
    #expect(actions.actions == sent)
  }

  @Test func `If the next page fails, the list stays, says why, and asks again`() async throws {
    let (harness, pages) = try harness()
    _ = await harness.open()
    await harness.advance(1)
    pages.failNext(.serverError(host: "near.example", message: "503"))
    await harness.press(.character("G"))
    await harness.advance(1)
    #expect(harness.text().contains("No more people could be loaded"), "\(harness.text())")
    #expect(harness.text().contains("@person39@far.example"))
    await harness.press(.character("k"))
    await harness.advance(1)
    #expect(harness.text().contains("of 60") && pages.requests == ["first", "40", "40"])
  }

  @Test(arguments: [
    (ProfileList.followers(of: "7"), "@grace has no followers"), (.following(of: "7"), "@grace follows no accounts"),
    (.likes(of: PostID("1")), "no likes"), (.reposts(of: PostID("1")), "no reposts"), (.muted, "You mute no accounts"),
    (.blocked, "You block no accounts"),
  ])
  func `An empty list says why it may be empty`(list: ProfileList, reason: String) async throws {
    let (harness, _) = try harness(list, count: 0)
    _ = await harness.open()
    await harness.advance(1)
    #expect(harness.text().contains(reason), "\(harness.text())")
  }

  @Test func `A failure names the server, and R asks again`() async throws {
    let (harness, pages) = try harness()
    pages.failNext(.offline(host: "near.example", .unknown))
    _ = await harness.open()
    await harness.advance(1)
    #expect(harness.text().contains("near.example"))
    await harness.press(.character("R"))
    await harness.advance(1)
    #expect(harness.text().contains("@person0@far.example"))
  }

  @Test func `Leaving the screen cancels the next page, and coming back loads it`() async throws {
    let (harness, pages) = try harness()
    _ = await harness.open()
    await harness.advance(1)
    await harness.press(.character("G"))
    harness.navigator.push(try ServerSearchHarness("tea").viewController)
    await harness.advance(1)
    harness.navigator.pop()
    await harness.advance(1)
    #expect(harness.text().contains("of 60"), "\(harness.text())")
    #expect(pages.requests == ["first", "40", "40"])
  }
}
