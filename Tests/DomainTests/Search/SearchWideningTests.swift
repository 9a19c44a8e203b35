import Domain
import TestSupport
import Testing

@Suite struct SearchWideningTests {
  @Test(arguments: [
    ("coffee", [SearchQuery.Widening.shorterWord]), ("cof", []), ("co", [.longerWord]), ("日本", []),
    ("coffee tea", [.oneWordLess]), ("\"black coffee\"", [.quotationMarks]),
    ("coffee since:2015 -tea", [.leavingOut(["since:", "-tea"]), .shorterWord]),
    ("from:ada -\"a b\" has:media -is:repost", [.leavingOut(["from:ada", "-\"a b\"", "has:media", "-is:repost"])]),
    ("#tea @ada -(a OR b)", [.leavingOut(["#tea", "@ada", "-(…)"])]),
  ]) func `It says what would find more`(text: String, widenings: [SearchQuery.Widening]) throws {
    #expect(try SearchQuery(text, now: .noon).widenings == widenings)
  }
}
