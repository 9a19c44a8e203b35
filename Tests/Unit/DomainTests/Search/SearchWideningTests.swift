import Domain
import TestSupport
import Testing

@Suite struct SearchWideningTests {
  @Test(arguments: [
    ("coffee", [SearchQuery.Widening.shorterWord]), ("cof", []), ("co", [.longerWord]), ("日本", []),
    ("coffee tea", [.oneWordLess]), ("\"black coffee\"", [.quotationMarks]), ("\"coffee\"", [.quotedWord]),
    ("\"кофе\"", [.quotedWord]), ("\"co\"", []), ("\"日本\"", []), ("\"coffee\" \"tea\"", [.oneWordLess]),
    ("coffee since:2015 -tea", [.leavingOut(["since:", "-tea"]), .shorterWord]),
    ("from:ada -\"a b\" has:media -is:repost", [.leavingOut(["from:ada", "-\"a b\"", "has:media", "-is:repost"])]),
    ("#tea @ada -(a OR b)", [.leavingOut(["#tea", "@ada", "-(…)"])]),
  ]) func `Widenings are suggested`(text: String, widenings: [SearchQuery.Widening]) throws {
    #expect(try SearchQuery(text, now: .noon).widenings == widenings)
  }

  @Test(
    arguments: [
      ("in:favorites", "favorites", "in:Favourites"),
      ("tea in:\"close frends\"", "close frends", "in:\"Close friends\""),
      ("in:Nowhere", "Nowhere", nil), ("in:harbour", "harbour", nil),
    ] as [(String, String, String?)])
  func `Unknown timelines get a suggestion`(
    text: String, name: String, nearest: String?
  ) throws {
    let widenings = try SearchQuery(text, now: .noon).widenings(among: Self.timelines)
    #expect(widenings.first == .otherTimeline(than: name, nearest: nearest))
    #expect(widenings.count > 1)
  }

  @Test(arguments: ["in:favourites", "in:\"Close Friends\" tea", "tea -in:Nowhere", "tea"])
  func `Known and excluded timelines get no suggestion`(text: String) throws {
    let query = try SearchQuery(text, now: .noon)
    #expect(query.widenings(among: Self.timelines) == query.widenings)
  }

  private static let timelines = [
    ListedTimeline(.home), ListedTimeline(.favourites, title: "Favourites"),
    ListedTimeline(.named("Close friends"), title: "Close friends"),
    ListedTimeline(.search("harbour"), title: "Harbour"),
  ]
}
