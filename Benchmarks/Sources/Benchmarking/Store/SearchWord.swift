import SampleArchives

/// A kind of word to search for.
enum SearchWord: String, CaseIterable, Sendable {
  case rare = "a rare word"
  case common = "a common word"
  case japanese = "two characters of Japanese"

  func text(_ census: WordCensus) -> String {
    switch self {
    case .rare: census.rare
    case .common: census.common
    case .japanese: census.japanese
    }
  }
}
