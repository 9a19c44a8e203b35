/// The measurements as four Markdown tables with targets and verdicts.
struct StoreTable: Sendable {
  /// Sorted from the fewest posts to the most.
  let stores: [StoreFigures]

  var markdown: String {
    let lengths = stores.map(\.tweets.grouped)
    let lines = imports + keys + searches
    return Cell.table(["posts"] + lengths + ["to reach", "reached"], texts: 1, lines.map(\.row)) + "\n"
      + Cell.table(["typed behind `/`"] + lengths + ["to reach", "reached"], texts: 1, typedTerms.map(\.row)) + "\n"
      + Cell.table(["`tern search`"] + lengths + ["to reach", "reached"], texts: 1, terms.map(\.row)) + "\n"
      + Cell.table(["posts"] + lengths, texts: 1, referenceRates.map { [$0.name] + $0.cells })
  }
}

extension StoreTable {
  private static func atMost(_ limit: Double, _ unit: String, growth: Double? = 1.5) -> Target {
    Target(bound: .atMost(limit), growth: growth, text: "≤ \(Int(limit)) \(unit)")
  }

  private static let rate = Target(bound: .atLeast(100_000), text: "≥ 100,000/s")
  private static let share = Target(bound: .atLeast(0.8), text: "≥ 80 %")
  private static let key = atMost(3, "ms")

  private var imports: [StoreLine] {
    [
      StoreLine("import of the folder", rates: stores.map(\.folderRate), Self.rate),
      StoreLine("import of the ZIP", rates: stores.map(\.zipRate), Self.rate),
      StoreLine(
        name: "the folder, of what SQLite does with FTS5",
        cells: stores.map { $0.sharesOfSQLite.median.map { Cell.whole($0 * 100) + " %" } ?? Cell.absent },
        values: stores.map(\.sharesOfSQLite.median), target: Self.share),
      StoreLine("memory at its peak", bytes: stores.map(\.importMemory), Self.atMost(200, "MB", growth: nil)),
      StoreLine("on the disk", bytes: stores.map(\.size)),
      StoreLine(
        name: "a post",
        cells: stores.map { store in
          store.size.map { Cell.whole(Double($0) / Double(store.posts)) + " bytes" } ?? Cell.absent
        }),
    ]
  }

  private var keys: [StoreLine] {
    [
      StoreLine(
        name: "full screen", cells: stores.map { Cell.milliseconds($0.start?.median) },
        values: stores.map { $0.start?.median },
        target: Self.atMost(30, "ms")),
      StoreLine("`j`", stores.map(\.next), Self.key),
      StoreLine("page down", stores.map(\.page), Self.key),
      StoreLine("`G`", stores.map(\.last), Self.key),
      StoreLine("`gg`", stores.map(\.first), Self.key),
      StoreLine("`gd`, to a date", stores.map(\.date), Self.atMost(10, "ms")),
      StoreLine("memory after them", bytes: stores.map(\.memory), Self.atMost(40, "MB")),
    ]
  }

  private var searches: [StoreLine] {
    SearchWord.allCases.flatMap { word in
      let figures = stores.map { $0.searches[word] }
      return [
        StoreLine("`/`, \(word.rawValue)", figures.map { $0?.matches }, Self.atMost(30, "ms")),
        StoreLine("and counted", figures.map { $0?.whole }),
        StoreLine("`tern search`, first byte", figures.map { $0?.commandFirst }),
        StoreLine("and all that it prints", figures.map { $0?.commandWhole }),
        StoreLine(
          name: "found, of those that have it",
          cells: figures.map { search in
            guard let search, let found = search.found else { return Cell.absent }
            return "\(found.grouped) of \(search.posts.grouped)"
          }),
      ]
    }
  }

  private var typedTerms: [StoreLine] {
    SearchTerms.all.map { term in
      StoreLine("`\(term)`", stores.map { $0.typedTerms[term] }, Self.atMost(30, "ms", growth: nil))
    }
  }

  private var terms: [StoreLine] {
    SearchTerms.all.flatMap { term in
      [
        StoreLine("`\(term)`", stores.map { $0.terms[term] }, Self.atMost(50, "ms", growth: nil)),
        StoreLine(name: "posts found", cells: stores.map { $0.found[term]?.grouped ?? Cell.absent }),
      ]
    }
  }

  private var referenceRates: [StoreLine] {
    [
      StoreLine("import of the folder", rates: stores.map(\.folderRate)),
      StoreLine("reading its files", rates: stores.map(\.referenceRates.reading)),
      StoreLine("SQLite, rows without an index of words", rates: stores.map(\.referenceRates.plain)),
      StoreLine("SQLite, with FTS5, unicode61", rates: stores.map(\.referenceRates.unicode61)),
      StoreLine("SQLite, with FTS5, trigram", rates: stores.map(\.referenceRates.trigram)),
      StoreLine("twitter-to-sqlite, without an index", rates: stores.map(\.referenceRates.twitterToSQLite)),
    ]
  }
}
