import Domain
import Foundation
import Runtime
import ScreenSupport
import ScreenTestSupport
import Synchronization
import TerminalKit
import TestSupport
import Testing
import TimelineStatistics

@testable import Statistics

/// The screen as the user sees it: keys in, lines out.
@MainActor @Suite struct StatisticsScreenTests {
  /// Returns the given response after its time on the clock.
  private final class StubStatistics: StatisticsRepository {
    let answer: Mutex<Result<PostStatistics, TimelineError>>
    private let clock: VirtualClock
    private let seconds: Double

    init(_ answer: Result<PostStatistics, TimelineError>, after seconds: Double, clock: VirtualClock) {
      self.answer = Mutex(answer)
      self.clock = clock
      self.seconds = seconds
    }

    func statistics(at now: Date) async throws(TimelineError) -> PostStatistics {
      do { if seconds > 0 { try await clock.sleep(seconds: seconds) } } catch { throw .cancelled }
      return try answer.withLock(\.self).get()
    }
  }

  @MainActor
  private final class StatisticsHarness: ScreenDriver {
    private let answer: Result<PostStatistics, TimelineError>
    private let seconds: Double
    private(set) lazy var load = StubStatistics(answer, after: seconds, clock: clock)
    private(set) var opened: [PostID] = []

    init(_ answer: Result<PostStatistics, TimelineError>, after seconds: Double = 0) {
      (self.answer, self.seconds) = (answer, seconds)
      super.init()
      size = Size(width: 60, height: 90)
    }

    func open() async -> Self {
      let router = PostRouter { [weak self] in self?.opened.append($0.id) }
      await show(StatisticsAssembly.make(load, services: services, account: .fixture(), router: router))
      return self
    }
  }

  private static let statistics: PostStatistics = {
    var hours = Array(repeating: 0, count: 24)
    (hours[7], hours[23]) = (1_000, 250)
    var week = Array(repeating: Array(repeating: 0, count: 24), count: 7)
    (week[0][7], week[6][23]) = (1_000, 1)
    return PostStatistics(
      posts: 1_250, reposts: 12, dates: .noon.minutesAgo(60 * 24 * 365 * 3) ... .noon, years: [2023: 1_000, 2026: 250],
      hours: hours, months: [12 * 2025 + 11: 9, 12 * 2026 + 1: 3, 12 * 2020: 7], week: week,
      words: [.init(text: "coffee", count: 120), .init(text: "relay", count: 7)],
      mostLiked: [
        .fixture(id: "liked", text: "The most liked of all", counts: Counts(likes: 1_204)),
        .fixture(id: "own", author: .fixture(handle: "ada@demo", name: "Ada Lovelace"), counts: Counts(likes: 1)),
      ],
      mostRepliedTo: [.fixture(id: "answered", warning: "Loud", counts: Counts(replies: 1))],
      onThisDay: [.fixture(id: "day", text: "Then as now")])
  }()

  @Test func `All sections are shown in order`() async {
    let text = await StatisticsHarness(.success(Self.statistics)).open().text()
    let parts =
      [
        "Statistics", "1,250 posts from", "including", "12", "reposts.", "On this day", "Then as now",
        "Posts per year", "2023 ━", "━ 1,000", "… 2 years without posts", "2026 ━", "━ 250", "Posts per month",
        "2025-12 ━", "━ 9", "2026-01 0", "2026-02 ━", "━ 3", "Weekdays and hours", "0 ", "18", "Mon ", "██", "Sun ",
        "░░",
      ]
      + ["Posts by hour", "07 ━", "23 ━", "Words", "coffee", "120", "relay", "Most liked"]
      + [
        "1,204 likes  Grace Hopper @grace · ", "The most liked of all", "1 like  ", "Most replied to", "1 reply",
        "Warning: Loud",
      ]
    var rest = text[...]
    for part in parts {
      let range = rest.firstRange(of: part)
      #expect(range != nil, "\(part) in\n\(text)")
      if let range { rest = rest[range.upperBound...] }
    }
    #expect(!text.contains("2020-01"), "months long before the last one are left out")
    #expect(!text.contains("Ada Lovelace · 2"), "the account's own posts do not repeat its name")
  }

  @Test func `Bars are proportional, and small counts are visible`() async {
    let text = await StatisticsHarness(.success(Self.statistics)).open().text()
    func bar(_ label: String) -> Int {
      let years = text.split(separator: "Posts per year").last ?? ""
      let line = years.split(separator: "\n").first { $0.drop { $0 == " " || $0 == "▌" }.hasPrefix(label + " ") }
      return line?.count { $0 == "━" } ?? -1
    }
    #expect(bar("2023") > 20 && bar("2026") == bar("2023") / 4)
    #expect(bar("23") == bar("07") / 4)
  }

  @Test func `A post opens, figures do not`() async {
    let harness = await StatisticsHarness(.success(Self.statistics)).open()
    await harness.press(.enter)
    #expect(harness.opened.isEmpty)
    await harness.press(.character("j"), .enter, .character("G"), .enter)
    #expect(harness.opened == [PostID("day"), PostID("answered")])
  }

  @Test(arguments: [(80, 24), (40, 10), (20, 5)]) func `Every screen can reach the end`(
    width: Int, height: Int
  ) async {
    let harness = await StatisticsHarness(.success(Self.statistics)).open()
    _ = harness.text(width, height)
    await harness.press(.character("G"), .enter)
    #expect(harness.opened == [PostID("answered")])
    _ = harness.text(width, height)
  }

  @Test func `Without posts an empty view is shown, and R reloads`() async {
    let harness = await StatisticsHarness(.success(PostStatistics())).open()
    #expect(harness.text().contains("Nothing here yet"))
    harness.load.answer.withLock { $0 = .success(Self.statistics) }
    await harness.press(.character("R"))
    #expect(harness.text().contains("1,250 posts"))
  }

  @Test func `A failed reload keeps the statistics and shows a notice`() async {
    let harness = await StatisticsHarness(.success(Self.statistics)).open()
    harness.load.answer.withLock { $0 = .failure(.fileMissing(path: "gone.json")) }
    await harness.press(.character("R"))
    let text = harness.text()
    #expect(text.contains("1,250 posts") && text.contains("gone.json not found · statistics as of"))
    harness.load.answer.withLock { $0 = .success(Self.statistics) }
    await harness.press(.character("R"))
    #expect(!harness.text().contains("gone.json"))
  }

  @Test func `Loading and failures are shown`() async {
    let harness = await StatisticsHarness(.failure(.fileMissing(path: "gone.json")), after: 5).open()
    await harness.advance(2)
    #expect(harness.text().contains("Loading posts"))
    await harness.advance(5)
    #expect(harness.text().contains("File not found"))
  }
}
