import Domain
import Foundation
import TestSupport
import Testing

@Suite struct SearchTypingTests {
  /// The query for incomplete input, as an equivalent complete one.
  @Test(arguments: [
    ("coffee", "coffee"), ("cof", "cof"), ("coffee t", "coffee"), ("coffee te", "coffee"), ("coffee tea", "coffee tea"),
    ("te ", "te"), ("日", "日"), ("coffee since:", "coffee"), ("coffee since:20", "coffee"),
    ("coffee since:2015", "coffee since:2015"), ("coffee since:2015-", "coffee"), ("coffee since:yester", "coffee"),
    ("coffee has:me", "coffee"), ("coffee is:", "coffee"), ("coffee from:", "coffee"),
    ("coffee from:a", "coffee from:a"),
    ("coffee -", "coffee"), ("coffee -t", "coffee"), ("coffee \"black co", "coffee \"black\""),
    ("coffee \"black co\"", "coffee \"black co\""), ("don't", "\"don\""), ("coffee 👩", "coffee 👩"),
    ("coffee OR", "coffee"), ("coffee OR ", "coffee"), ("coffee OR (", "coffee"), ("coffee OR te", "coffee"),
    ("coffee (", "coffee"), ("(coffee OR tea", "coffee OR tea"), ("coffee #te", "coffee"), ("coffee likes:>", "coffee"),
    ("coffee is:rep", "coffee"), ("coffee in:", "coffee"), ("coffee lang:j", "coffee"), ("coffee lang:pt-", "coffee"),
    ("coffee lang:pt", "coffee lang:pt"), ("coffee #te/", "coffee #te"), ("coffee #a,", "coffee"),
  ]) func `An incomplete last word is ignored`(typed: String, meant: String) throws {
    let query = try #require(try SearchQuery.typed(typed, now: .noon))
    let whole = try SearchQuery(meant, now: .noon)
    for text in ["coffee", "black coffee", "te", "don't", "日本", "coffee tea 👩", "coffee black co"] {
      #expect(query.matches(.fixture(text: text)) == whole.matches(.fixture(text: text)))
    }
    #expect(query.conditions.count == whole.conditions.count)
    #expect(query.text == typed)
  }

  @Test(arguments: [
    "", " ", "c", "co", "-", "\"", "\"a", "from:", "from:@", "since:", "since:201", "since:2015-0", "has:", "!",
  ])
  func `Incomplete input has no query`(typed: String) throws {
    #expect(try SearchQuery.typed(typed, now: .noon) == nil)
  }

  @Test(arguments: [
    "since:yesterweek", "since:x", "since:20155", "since:2015-123", "has:cheese", "is:rex",
    "since: coffee", "coffee from: tea", "lang:engl", "lang:x-y", "#black-t", "@ada,b",
  ]) func `Invalid input is an error at once`(typed: String) {
    #expect(throws: SearchQueryError.self) { try SearchQuery.typed(typed, now: .noon) }
  }
}
