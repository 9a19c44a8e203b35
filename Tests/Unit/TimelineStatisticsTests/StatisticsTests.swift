import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import TimelineStatistics

@Suite struct StatisticsTests {
  /// Noon in local time.
  private static func noon(_ year: Int, _ month: Int, _ day: Int, hour: Int = 12) throws -> Date {
    let parts = DateComponents(year: year, month: month, day: day, hour: hour)
    return try #require(Calendar.current.date(from: parts))
  }

  private static func counted(_ posts: [Post], now: Date = .noon) -> PostStatistics {
    var counter = StatisticsCounter<Post>(now: now)
    for post in posts { counter.add(post) }
    return counter.result { $0 }
  }

  @Test func `Posts and reposts are counted by year and hour`() throws {
    let posts = [
      Post.fixture(id: "1", createdAt: try Self.noon(2015, 3, 14, hour: 7)),
      .fixture(id: "2", createdAt: try Self.noon(2015, 3, 15, hour: 7)),
      .fixture(id: "3", createdAt: try Self.noon(2018, 1, 1, hour: 23), repost: Repost(by: .fixture(), at: nil)),
      .fixture(id: "4", createdAt: nil),
    ]
    let statistics = Self.counted(posts)
    #expect(statistics.posts == 4 && statistics.reposts == 1)
    #expect(statistics.years == [2015: 2, 2018: 1])
    #expect(statistics.hours[7] == 2 && statistics.hours[23] == 1 && statistics.hours.reduce(0, +) == 3)
    #expect(statistics.months == [12 * 2015 + 2: 2, 12 * 2018: 1])
    // A Saturday, a Sunday and a Monday.
    #expect(statistics.week[5][7] == 1 && statistics.week[6][7] == 1 && statistics.week[0][23] == 1)
    #expect(statistics.dates?.lowerBound == posts[0].createdAt && statistics.dates?.upperBound == posts[2].createdAt)
  }

  @Test func `The ten highest counts are listed without reposts`() {
    let posts = (0..<50).map { number in
      Post.fixture(
        id: "\(number)", repost: number == 49 ? Repost(by: .fixture(), at: nil) : nil,
        counts: Counts(replies: number % 7, likes: number))
    }
    let statistics = Self.counted(posts)
    #expect(ids(statistics.mostLiked) == (39...48).reversed().map(String.init))
    #expect(ids(statistics.mostRepliedTo).prefix(7) == ["6", "13", "20", "27", "34", "41", "48"])
    #expect(Self.counted([.fixture(counts: Counts(likes: 0))]).mostLiked.isEmpty)
    #expect(Self.counted([.fixture(counts: Counts(likes: -5))]).mostLiked.isEmpty)
  }

  @Test func `The most liked post of this day in each year is listed`() throws {
    let now = try Self.noon(2026, 11, 20)
    let posts = [
      Post.fixture(id: "today", createdAt: now, counts: Counts(likes: 9)),
      .fixture(id: "a", createdAt: try Self.noon(2020, 11, 20), counts: Counts(likes: 1)),
      .fixture(id: "b", createdAt: try Self.noon(2020, 11, 20, hour: 5), counts: Counts(likes: 3)),
      .fixture(id: "c", createdAt: try Self.noon(2012, 11, 20)),
      .fixture(id: "other", createdAt: try Self.noon(2012, 11, 21)),
    ]
    #expect(ids(Self.counted(posts, now: now).onThisDay) == ["b", "c"])
  }

  @Test func `Stop words, URLs, handles and hashtags are not counted`() {
    let texts = [
      "Coffee with @grace at https://coffee.example/coffee?x=coffee #coffee", "COFFEE, über alles! Über tea",
      "coffee coffee.example someone@coffee.example and with that there", "コーヒーコーヒー 12345 12345",
    ]
    let words = Self.counted(texts.enumerated().map { .fixture(id: "\($0)", text: $1) }).words
    #expect(words == [.init(text: "coffee", count: 3)])
  }

  @Test func `Words keep their accents and reposts add none`() {
    let posts = [
      Post.fixture(id: "1", text: "Schöne Grüße"), .fixture(id: "2", text: "grüße schöne"),
      .fixture(id: "3", text: "grüße", repost: Repost(by: .fixture(), at: nil)),
    ]
    #expect(Self.counted(posts).words == [.init(text: "grüße", count: 2), .init(text: "schöne", count: 2)])
  }

  @Test func `Frequent words are counted nearly exactly in bounded memory`() {
    var counter = WordCounter()
    func add(_ text: String) {
      text.utf8.withContiguousStorageIfAvailable { counter.add($0) }
    }
    for number in 0..<300_000 {
      // One word of letters per number.
      let rare = String(String(number, radix: 26).unicodeScalars.map { Character($0.value < 58 ? "z" : String($0)) })
      add("rare\(rare)\(number) frequent")
    }
    let most = counter.mostFrequent.first
    #expect(most?.text == "frequent")
    #expect((most?.count ?? 0) > 299_900 && (most?.count ?? 0) <= 300_000)
  }

  @Test func `A source in memory is counted without duplicates and liked posts`() async throws {
    let posts = Post.fixtures(count: 1_204)
    let likes = [Post.fixture(id: "liked", author: .fixture(handle: "somebody"))]
    let repository = PagedTimelineRepository(
      [(.home, posts), (.mentions, Array(posts.prefix(3))), (ArchiveTab.likes, likes)], clock: VirtualClock(now: .noon))
    let statistics = try await StatisticsOfTimelines(timelines: repository).statistics(at: .noon)
    #expect(statistics.posts == 1_204)
    #expect(statistics.words == [.init(text: "post", count: 1_204)])
  }

  @Test func `Errors of the source are thrown`() async {
    let repository = StubTimelineRepository(overview: .failure(.fileMissing(path: "gone.json")))
    await #expect(throws: TimelineError.fileMissing(path: "gone.json")) {
      try await StatisticsOfTimelines(timelines: repository).statistics(at: .noon)
    }
  }
}
