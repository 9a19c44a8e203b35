import Foundation
import SampleArchives
import Testing

struct WordCensusTests {
  private let census: WordCensus
  /// Unescaped, without accents and in lower case.
  private let texts: [String]

  init() throws {
    let written = try WrittenArchive(SampleArchive(tweets: 2000))
    census = written.census
    texts = try written.texts().map {
      $0.replacingOccurrences(of: "&amp;", with: "&").replacingOccurrences(of: "&gt;", with: ">")
        .folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil)
    }
  }

  @Test func `A word counts posts with a word of that prefix`() {
    let words = texts.map {
      Set(
        $0.split { !$0.isLetter && !$0.isNumber }.flatMap { word in
          (3...7).map { String(word.prefix($0)) }
        })
    }
    for (word, count) in entries where word.utf8.count == word.count {
      #expect(words.count { $0.contains(word) } == count, "\(word)")
    }
  }

  @Test func `A word in a script without spaces counts posts that contain it anywhere`() {
    let foreign = entries.filter { $0.word.utf8.count != $0.word.count }
    #expect(foreign.count > 60)
    for (word, count) in foreign {
      let folded = word.folding(options: .diacriticInsensitive, locale: nil)
      #expect(texts.count { $0.contains(folded) } == count, "\(word)")
    }
  }

  @Test func `The rare, common and Japanese search words occur`() {
    #expect(census.posts(with: census.rare) == 3)
    #expect(census.posts(with: census.common) > 800)
    #expect(census.japanese.count == 2)
    #expect(census.posts(with: census.japanese) > 3)
    #expect(census.posts(with: "tern") == 0)
  }

  private var entries: [(word: String, count: Int)] {
    census.table.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "\t")
      return parts.count == 2 ? Int(parts[1]).map { (String(parts[0]), $0) } : nil
    }
  }
}
