import Domain
import GRDB

/// Converts the terms of a query to FTS5 expressions.
struct FullTextExpressions {
  let account: StoredAccount
  let database: Database
  /// Whether the index has facets of posts in addition to their words, as since version 12.
  let hasFacets: Bool
  /// All conditions, which a post has to meet together. Empty within groups, whose terms are alternatives.
  private(set) var conditions: [SearchQuery.Condition]
  /// Row IDs of posts that are tested for frequent terms by SQL; nil to use the index.
  var rowsOfFrequentTerms: ClosedRange<Int64>?
  /// The term to search in text only, not in names.
  var textOnlyTerm: SearchQuery.Term?
  /// Whether timelines are looked up in `entry` instead of the index.
  var usesEntryTable = false
  /// Whether to exclude replies without a recipient in their source: the caller finds those separately.
  var excludesUnnamedReplies = false

  init(account: StoredAccount, database: Database, conditions: [SearchQuery.Condition] = []) throws {
    self.account = account
    self.database = database
    self.conditions = conditions
    // A store that cannot be migrated has an older version.
    hasFacets = try StoreSchema.hasReached("12", in: database)
  }

  /// The same for terms in a group.
  var inGroup: FullTextExpressions {
    var expressions = self
    expressions.conditions = []
    expressions.excludesUnnamedReplies = false
    return expressions
  }

  /// An expression for the posts that match a term; nil if none does, or if only `complement(of:)` can express it.
  func expression(for term: SearchQuery.Term) throws -> String? {
    switch term {
    case .word, .phrase:
      guard let phrase = Self.phrase(of: term) else { return nil }
      return Self.anyOf([Self.textExpression(phrase)] + (try profileIDs(matching: term)).map { Self.tag(.profile($0)) })
    case .from(let handle): return Self.anyOf(try profiles(withHandle: handle).map { Self.tag(.profile($0)) })
    case .hasMedia: return Self.tag(.media)
    case .hasLink: return Self.tag(.link)
    case .isRepost: return Self.tag(.repost)
    case .count(let counted, let span) where matchesAll(term):
      return Self.anyOf(span.numbers.map(CountTags(counted: counted).covering) ?? [])
    default: return hasFacets ? Self.facet(term).map(Self.tag) : nil
    }
  }

  /// An expression for the posts that do not match a term, if they are few; nil if the expression of
  /// `expression(for:)` is to be excluded.
  func complement(of term: SearchQuery.Term) throws -> String? {
    switch term {
    case .word, .phrase:
      guard let phrase = Self.phrase(of: term) else { return nil }
      return byOtherAuthors(than: try profileIDs(matching: term), withText: Self.textExpression(phrase))
    case .from(let handle): return byOtherAuthors(than: try profiles(withHandle: handle))
    case .count(let counted, let span) where matchesAll(term): return Self.outside(counted, span)
    default: return nil
    }
  }

  /// Posts by none of these profiles and without the words, if the account's main author is among them.
  private func byOtherAuthors(than profileIDs: [Int64], withText words: String? = nil) -> String? {
    guard hasFacets, let main = account.mainAuthor, profileIDs.contains(main) else { return nil }
    let left = profileIDs.filter { $0 != main }.map { Self.tag(.profile($0)) } + [words].compactMap(\.self)
    return Self.anyOf(left).map { "(\(Self.tag(.byOtherAuthors)) NOT \($0))" } ?? Self.tag(.byOtherAuthors)
  }

  /// Posts of these timelines; nil if the index lacks them, or the list is empty.
  func listed(in timelines: [Int64]) -> String? {
    hasFacets && !account.isServerAccount && !usesEntryTable
      ? Self.anyOf(timelines.map { Self.tag(.timeline($0)) }) : nil
  }

  /// Whether the expression is exact, so that no row has to be tested.
  func matchesAll(_ term: SearchQuery.Term) -> Bool {
    switch term {
    case .word, .phrase, .from, .hasMedia, .hasLink, .isRepost: true
    case .count(let counted, let span):
      hasFacets
        && [span.numbers, span.numbersAbove].compactMap(\.self).allSatisfy(CountTags(counted: counted).isExact)
    default: hasFacets && Self.facet(term) != nil
    }
  }

  private static func facet(_ term: SearchQuery.Term) -> SearchTag? {
    switch term {
    case .isReply: .reply
    case .has(let attachment): SearchTag(attachment)
    case .hasState(.edited): .edited
    case .hasState(.deleted): .deleted
    default: nil
    }
  }

  /// An expression that all matching posts satisfy, and others may; nil if none exists.
  func hint(_ condition: SearchQuery.Condition) throws -> String? {
    if condition.isExcluded {
      guard hasFacets, case .count(let counted, let span) = condition.term else { return nil }
      return Self.outside(counted, span)
    }
    return switch condition.term {
    case .tag(let words) where hasFacets: "tags : \"\(SearchTag.tag(words).word)\""
    case .to(let handle) where hasFacets:
      try replies(to: handle)
    case .isThread where hasFacets: try threads()
    case .count(let counted, let span) where hasFacets:
      span.numbers.flatMap { Self.anyOf(CountTags(counted: counted).covering($0)) }
    case .language(let code) where hasFacets: Self.tag(.language(code))
    case .tag(let words): Self.textExpression(words)
    case .mentions(let handle): Self.mentions(handle)
    case .has(let attachment) where !attachment.kinds.isEmpty: Self.tag(.media)
    default: nil
    }
  }

  /// Posts whose text may name a handle, and those with the facet because their text does not.
  private static func mentions(_ handle: String) -> String? {
    let name = handle.prefix { $0 != "@" }.lowercased()
    return textExpression(SearchWords.words(in: name).map(\.folded)).flatMap {
      anyOf([$0, tag(.mentions(SearchTag.name(of: handle)))])
    }
  }

  /// Posts whose count is above a range that begins with 0, or unknown.
  private static func outside(_ counted: SearchQuery.CountField, _ span: SearchQuery.CountSpan) -> String? {
    guard span.from == 0, span.through >= 0 else { return nil }
    return anyOf([.unknownCount(counted)] + (span.numbersAbove.map(CountTags(counted: counted).covering) ?? []))
  }

  /// Posts of the account with a hashtag that begins with the given text; nil if the index lacks hashtags.
  func tags(startingWith typed: String) -> String? {
    let words = SearchWords.words(in: typed).map(\.folded)
    guard hasFacets, !words.isEmpty else { return nil }
    return "(\(Self.tag(.account(account.id))) AND tags : \"\(SearchTag.tag(words).word)\" *)"
  }

  /// Expressions that no matching post satisfies.
  func exclusions(_ condition: SearchQuery.Condition) -> [String] {
    guard hasFacets else { return [] }
    switch condition.term {
    case .count(let counted, let span):
      let tags = CountTags(counted: counted)
      if condition.isExcluded { return span.numbers.map(tags.within)?.map(Self.tag) ?? [] }
      // Posts with a known count in the range have a term, except for 0.
      guard span.from == 0 else { return [] }
      return ([.unknownCount(counted)] + (span.numbersAbove.map(tags.within) ?? [])).map(Self.tag)
    case .isThread: return condition.isExcluded ? [Self.tag(.thread)] : []
    default: return []
    }
  }

  static func tag(_ tag: SearchTag) -> String { "tags : \(tag.word)" }

  static func anyOf(_ tags: [SearchTag]) -> String? { anyOf(tags.map(tag)) }

  /// nil if no text can match.
  static func phrase(of term: SearchQuery.Term) -> String? {
    term.run.flatMap { $0.words.contains(SearchedText.border) ? nil : phrase($0) }
  }

  /// The phrase in text, not in names.
  static func textExpression(_ phrase: String) -> String { "{text more} : \(phrase)" }

  /// The words in the text itself.
  static func textExpression(_ words: [String]) -> String? {
    words.isEmpty ? nil : "text : \"\(words.joined(separator: " "))\""
  }

  /// A balanced tree: FTS5 merges a chain once for each of its parts.
  static func anyOf(_ expressions: [String]) -> String? {
    guard expressions.count > 2 else {
      return expressions.isEmpty ? nil : "(\(expressions.joined(separator: " OR ")))"
    }
    func joined(_ range: Range<Int>) -> String {
      if range.count == 1 { return expressions[range.lowerBound] }
      let middle = range.lowerBound + range.count / 2
      return "(\(joined(range.lowerBound..<middle)) OR \(joined(middle..<range.upperBound)))"
    }
    return joined(expressions.indices)
  }

  /// Folded words have letters and digits only, so that FTS5 needs no quoting.
  static func phrase(_ run: SearchRun) -> String {
    "\"\(run.words.joined(separator: " "))\"" + (run.isLastPrefix ? " *" : "")
  }
}

extension SearchQuery.CountSpan {
  /// The range, if it does not begin with 0.
  fileprivate var numbers: ClosedRange<Int>? { from > 0 && from <= through ? from...through : nil }
  /// The numbers above a range that begins with 0; nil if there are none.
  fileprivate var numbersAbove: ClosedRange<Int>? { from == 0 && 0..<Int.max ~= through ? through + 1 ... .max : nil }
}
