import Testing

@testable import Benchmarking

struct StoreTableTests {
  @Test func `Each figure has a row with its target and whether it is reached`() {
    var small = StoreFigures(tweets: 10_000, posts: 10_000)
    small.folderRate = 120_000
    small.start = Sample([10])
    small.next = Sample([1])
    small.memory = 20_000_000
    small.size = 8_000_000
    var large = StoreFigures(tweets: 1_000_000, posts: 1_000_000)
    large.folderRate = 99_000.4
    large.start = Sample([14])
    large.next = Sample([2])
    large.memory = 50_000_000
    large.size = 900_000_000
    large.sharesOfSQLite = Sample([0.9, 0.84, 0.5])
    let table = StoreTable(stores: [small, large]).markdown
    #expect(table.hasPrefix("| posts | 10,000 | 1,000,000 | to reach | reached |\n"))
    #expect(table.contains("| import of the folder | 120,000/s | 99,000/s | ≥ 100,000/s | no |\n"))
    #expect(table.contains("| the folder, of what SQLite does with FTS5 | – | 84 % | ≥ 80 % | yes |\n"))
    #expect(table.contains("| full screen | 10 ms | 14 ms | ≤ 30 ms | yes |\n"))
    #expect(table.contains("| `j` | 1.0 / 1.0 ms | 2.0 / 2.0 ms | ≤ 3 ms | 2.0 times as much |\n"))
    #expect(table.contains("| memory after them | 20 MB | 50 MB | ≤ 40 MB | no, 2.5 times as much |\n"))
    #expect(table.contains("| a post | 800 bytes | 900 bytes |  |  |\n"))
    #expect(table.contains("| `gg` | – | – | ≤ 3 ms | – |\n"))
  }

  @Test func `Search results are compared with the expected count`() {
    var figures = StoreFigures(tweets: 10_000, posts: 10_000)
    figures.searches[.common] = StoreFigures.Search(
      matches: Sample([12]), whole: Sample([40]), posts: 5752, found: 5751)
    let table = StoreTable(stores: [figures]).markdown
    #expect(table.contains("| `/`, a common word | 12 / 12 ms | ≤ 30 ms | yes |\n"))
    #expect(table.contains("| found, of those that have it | 5,751 of 5,752 |  |  |\n"))
  }

  @Test func `Search terms have tables of their own`() {
    var figures = StoreFigures(tweets: 10_000, posts: 10_000)
    figures.typedTerms["is:reply"] = Sample([31])
    figures.terms["is:reply"] = Sample([19])
    let table = StoreTable(stores: [figures]).markdown
    #expect(table.contains("| typed behind `/` | 10,000 | to reach | reached |\n"))
    #expect(table.contains("| `is:reply` | 31 / 31 ms | ≤ 30 ms | no |\n"))
    #expect(table.contains("| `lang:en` | – | ≤ 30 ms | – |\n"))
    #expect(table.contains("| `tern search` | 10,000 | to reach | reached |\n"))
    #expect(table.contains("| `is:reply` | 19 / 19 ms | ≤ 50 ms | yes |\n"))
    #expect(table.contains("| `lang:en` | – | ≤ 50 ms | – |\n"))
  }

  @Test(arguments: [
    (Target.Bound.atLeast(5), [9.0, 5.0], "yes"), (.atLeast(5), [9.0, 4.9], "no"), (.atMost(5), [1.0, 1.5], "yes"),
    (.atMost(5), [1.0, 1.6], "1.6 times as much"), (.atMost(5), [1.0, 6.0], "no, 6.0 times as much"),
  ])
  func `The largest store is compared with the bound and with the smallest`(
    bound: Target.Bound, values: [Double], verdict: String
  ) {
    #expect(Target(bound: bound, growth: 1.5, text: "").verdict(values) == verdict)
  }

  @Test func `Missing measurements have no verdict`() {
    #expect(Target(bound: .atMost(5), text: "").verdict([1, nil]) == nil)
  }
}
