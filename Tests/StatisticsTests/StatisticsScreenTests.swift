import Domain
import Foundation
import Runtime
import Synchronization
import TerminalKit
import TestSupport
import Testing

@testable import Statistics

/// The screen as somebody has it: keys in, lines out.
@MainActor @Suite struct StatisticsScreenTests {
  init() { UTF8Locale.set() }

  /// Gives the answer that it was told to give, after its time on the clock.
  private final class StubLoadStatistics: LoadStatisticsUseCase {
    let answer: Mutex<Result<PostStatistics, TimelineError>>
    private let clock: VirtualClock
    private let seconds: Double

    init(_ answer: Result<PostStatistics, TimelineError>, after seconds: Double, clock: VirtualClock) {
      self.answer = Mutex(answer)
      self.clock = clock
      self.seconds = seconds
    }

    func callAsFunction() async throws(TimelineError) -> PostStatistics {
      do { if seconds > 0 { try await clock.sleep(seconds: seconds) } } catch { throw .cancelled }
      return try answer.withLock(\.self).get()
    }
  }

  @MainActor
  private final class StatisticsHarness {
    let clock = VirtualClock(now: .noon)
    let runner = TaskRunner()
    let navigator = Navigator()
    let load: StubLoadStatistics
    private(set) var opened: [PostID] = []

    init(_ answer: Result<PostStatistics, TimelineError>, after seconds: Double = 0) {
      load = StubLoadStatistics(answer, after: seconds, clock: clock)
    }

    func open() async -> Self {
      let dependencies = StatisticsDependencies(
        account: .fixture(), loadStatistics: load, clock: clock, runner: runner, log: SpyEventLog())
      let router = StatisticsRouter { [weak self] in self?.opened.append($0.id) }
      navigator.setRoot(StatisticsAssembly.make(dependencies: dependencies, router: router))
      await clock.settle(runner)
      return self
    }

    func text(_ width: Int = 60, _ height: Int = 70) -> String {
      navigator.draw(size: Size(width: width, height: height)).text
    }

    func press(_ keys: Key...) async {
      for key in keys {
        navigator.handle(key)
        await clock.settle(runner)
      }
    }
  }

  private static let statistics: PostStatistics = {
    var hours = Array(repeating: 0, count: 24)
    (hours[7], hours[23]) = (1_000, 250)
    return PostStatistics(
      posts: 1_250, reposts: 12, dates: .noon.minutesAgo(60 * 24 * 365 * 3) ... .noon, years: [2023: 1_000, 2026: 250],
      hours: hours, words: [.init(text: "coffee", count: 120), .init(text: "relay", count: 7)],
      mostLiked: [
        .fixture(id: "liked", text: "The most liked of all", counts: Counts(likes: 1_204)),
        .fixture(id: "own", author: .fixture(handle: "ada@demo", name: "Ada Lovelace"), counts: Counts(likes: 1)),
      ],
      mostAnswered: [.fixture(id: "answered", warning: "Loud", counts: Counts(replies: 1))],
      onThisDay: [.fixture(id: "day", text: "Then as now")])
  }()

  @Test func `All of it stands there in its order`() async {
    let text = await StatisticsHarness(.success(Self.statistics)).open().text()
    let parts =
      [
        "Statistics", "1,250 posts from", "12 of them", "reposts.", "Posts a year", "2023 █", "1,000", "2024 ", "0",
        "2026 █",
      ]
      + ["Posts an hour of the day", "07 █", "23 █", "Words", "coffee", "120", "relay", "Most liked"]
      + [
        "1,204 likes  Grace Hopper @grace · ", "The most liked of all", "1 like  ", "Most answered", "1 answer",
        "Warning: Loud",
      ]
      + ["On this day", "Then as now"]
    var rest = text[...]
    for part in parts {
      let range = rest.firstRange(of: part)
      #expect(range != nil, "\(part) in\n\(text)")
      if let range { rest = rest[range.upperBound...] }
    }
    #expect(!text.contains("Ada Lovelace · 2"), "whose account it is, is not said beside each post")
  }

  @Test func `Bars are as long as what they count, and what is there is seen`() async {
    let text = await StatisticsHarness(.success(Self.statistics)).open().text()
    func bar(_ label: String) -> Int {
      let line = text.split(separator: "\n").first { $0.drop { $0 == " " || $0 == "▌" }.hasPrefix(label + " ") }
      return line?.count { $0 == "█" } ?? -1
    }
    #expect(bar("2023") > 20 && bar("2026") == bar("2023") / 4 && bar("2024") == 0)
    #expect(bar("23") == bar("07") / 4)
  }

  @Test func `A post that is named opens, figures do not`() async {
    let bench = await StatisticsHarness(.success(Self.statistics)).open()
    await bench.press(.enter)
    #expect(bench.opened.isEmpty)
    await bench.press(.character("G"), .enter, .character("k"), .enter)
    #expect(bench.opened == [PostID("day"), PostID("answered")])
  }

  @Test(arguments: [(80, 24), (40, 10), (20, 5)]) func `On each size its end can be reached`(
    width: Int, height: Int
  ) async {
    let bench = await StatisticsHarness(.success(Self.statistics)).open()
    _ = bench.text(width, height)
    await bench.press(.character("G"), .enter)
    #expect(bench.opened == [PostID("day")])
    _ = bench.text(width, height)
  }

  @Test func `Where there are no posts it says so, and counts anew when asked`() async {
    let bench = await StatisticsHarness(.success(PostStatistics())).open()
    #expect(bench.text().contains("Nothing here yet"))
    bench.load.answer.withLock { $0 = .success(Self.statistics) }
    await bench.press(.character("R"))
    #expect(bench.text().contains("1,250 posts"))
  }

  @Test func `Figures stay where they cannot be counted anew, and it says why`() async {
    let bench = await StatisticsHarness(.success(Self.statistics)).open()
    bench.load.answer.withLock { $0 = .failure(.fileMissing(path: "gone.json")) }
    await bench.press(.character("R"))
    let text = bench.text()
    #expect(text.contains("1,250 posts") && text.contains("gone.json is not there · figures as of"))
    bench.load.answer.withLock { $0 = .success(Self.statistics) }
    await bench.press(.character("R"))
    #expect(!bench.text().contains("gone.json"))
  }

  @Test func `While it counts it says so, and why it cannot`() async {
    let bench = await StatisticsHarness(.failure(.fileMissing(path: "gone.json")), after: 5).open()
    #expect(await bench.clock.advance(by: 2, bench.runner))
    #expect(bench.text().contains("Loading posts"))
    #expect(await bench.clock.advance(by: 5, bench.runner))
    #expect(bench.text().contains("The file is not there"))
  }
}
