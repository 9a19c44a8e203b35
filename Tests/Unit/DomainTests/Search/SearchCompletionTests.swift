import Domain
import TestSupport
import Testing

struct SearchCompletionTests {
  private let known = SearchCompletion.Candidates(
    timelines: ["Posts", "Likes", "Close friends"], handles: ["ada", "adam@sea.example", "grace"])

  private func words(_ text: String, limit: Int = 9) -> [String] {
    SearchCompletion.all(of: text, limit: limit) { known }.map(\.word)
  }

  @Test(arguments: [
    ("is:", ["is:repost", "is:reply", "is:thread", "is:edited", "is:deleted"]), ("is:re", ["is:repost", "is:reply"]),
    ("IS:RE", ["is:repost", "is:reply"]), ("has:vi", ["has:video"]), ("fr", ["from:"]), ("li", ["likes:"]),
    ("from:ad", ["from:ada", "from:adam@sea.example"]), ("from:@gr", ["from:grace"]), ("to:", []),
    ("@ad", ["@ada", "@adam@sea.example"]), ("in:", ["in:Posts", "in:Likes", "in:\"Close friends\""]),
    ("in:cl", ["in:\"Close friends\""]), ("lang:p", ["lang:pl", "lang:pt"]), ("since:y", ["since:yesterday"]),
    ("likes:", ["likes:>100", "likes:>10"]), ("-is:th", ["is:thread"]), ("coffee (is:ed", ["is:edited"]),
  ]) func `Words are completed`(text: String, expected: [String]) {
    #expect(words(text) == expected)
  }

  @Test(arguments: [
    "", "coffee ", "i", "coffee", "is:reply", "is:reply ", "is:x", "\"is:re", "https://", "nowhere:x", "(",
  ])
  func `Nothing is offered if nothing fits`(text: String) {
    #expect(words(text) == [])
  }

  @Test(arguments: [
    ("coffee -is:re", "coffee -is:repost "), ("fr", "from:"), ("(in:cl", "(in:\"Close friends\" "),
    ("coffee from:@gr", "coffee from:grace "),
  ]) func `A completion replaces the word`(text: String, expected: String) {
    #expect(SearchCompletion.all(of: text, limit: 1) { known }.map(\.text) == [expected])
  }

  @Test(arguments: [
    ("coffee", 0), ("is:re", 0), ("lang:p", 0), ("from:", 0), ("from:ad", 1), ("@a", 1), ("in:cl", 1),
  ]) func `Known names are requested only for names`(text: String, times: Int) {
    var asked = 0
    _ = SearchCompletion.all(of: text, limit: 9) {
      asked += 1
      return known
    }
    #expect(asked == times)
  }

  @Test func `The number of completions is limited`() {
    #expect(words("is:", limit: 2) == ["is:repost", "is:reply"])
  }
}
