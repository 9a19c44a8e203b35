import Domain
import GRDB

/// What the terms of a query are as expressions of FTS5, which the full-text index is asked with.
struct FullTextExpressions {
  let account: StoredAccount
  let database: Database
  /// Whether the index knows what posts are besides their words, as it does since version 12.
  let knowsFacets: Bool
  /// All conditions that a post has to meet at once. Empty for terms in brackets: there they need not all be met.
  private(set) var conditions: [SearchQuery.Condition]
  /// Row ids of posts whose own rows are tested for names that very many people share; nil to ask the index.
  var rowsOfFrequentTerms: ClosedRange<Int64>?
  /// The term to look for in texts only, and not in names.
  var saidAlone: SearchQuery.Term?
  /// Whether the table of entries tells in which timelines a post stands, instead of the index.
  var asksEntries = false
  /// Whether to leave out posts of which the source does not say whom they answer: the caller finds those itself.
  var leavesOutUnnamed = false

  init(account: StoredAccount, database: Database, conditions: [SearchQuery.Condition] = []) throws {
    self.account = account
    self.database = database
    self.conditions = conditions
    // A store that cannot be changed stays as an older Tern has left it.
    knowsFacets = try StoreSchema.hasReached("12", in: database)
  }

  /// The same for what stands in brackets.
  var inBrackets: FullTextExpressions {
    var words = self
    words.conditions = []
    words.leavesOutUnnamed = false
    return words
  }

  /// An expression for the posts that meet a term; nil where none does, or where only `othersThan` can say it.
  func words(_ term: SearchQuery.Term) throws -> String? {
    switch term {
    case .word, .phrase:
      guard let phrase = Self.phrase(of: term) else { return nil }
      return Self.anyOf([Self.said(phrase)] + (try people(calledBy: term)).map { Self.tag(.profile($0)) })
    case .from(let handle): return Self.anyOf(try profiles(withHandle: handle).map { Self.tag(.profile($0)) })
    case .hasMedia: return Self.tag(.media)
    case .hasLink: return Self.tag(.link)
    case .isRepost: return Self.tag(.repost)
    case .count(let counted, let span) where matchesAll(term):
      return Self.anyOf(span.numbers.map(CountTags(counted: counted).covering) ?? [])
    default: return knowsFacets ? Self.facet(term).map(Self.tag) : nil
    }
  }

  /// An expression for the posts that do not meet a term, where they are few; nil where `words` is to be excluded.
  func othersThan(_ term: SearchQuery.Term) throws -> String? {
    switch term {
    case .word, .phrase:
      guard let phrase = Self.phrase(of: term) else { return nil }
      return byOthers(than: try people(calledBy: term), saying: Self.said(phrase))
    case .from(let handle): return byOthers(than: try profiles(withHandle: handle))
    case .count(let counted, let span) where matchesAll(term): return Self.outside(counted, span)
    default: return nil
    }
  }

  /// Posts by none of these people that do not have the words either, where the account's main author is one of them.
  private func byOthers(than people: [Int64], saying words: String? = nil) -> String? {
    guard knowsFacets, let main = account.mainAuthor, people.contains(main) else { return nil }
    let left = people.filter { $0 != main }.map { Self.tag(.profile($0)) } + [words].compactMap(\.self)
    return Self.anyOf(left).map { "(\(Self.tag(.byOthers)) NOT \($0))" } ?? Self.tag(.byOthers)
  }

  /// Posts of these timelines; nil where the index does not know that, or the list is empty.
  func listed(in timelines: [Int64]) -> String? {
    knowsFacets && !account.isServerAccount && !asksEntries
      ? Self.anyOf(timelines.map { Self.tag(.timeline($0)) }) : nil
  }

  /// Whether the expression is exact, so that no row has to be tested.
  func matchesAll(_ term: SearchQuery.Term) -> Bool {
    switch term {
    case .word, .phrase, .from, .hasMedia, .hasLink, .isRepost: true
    case .count(let counted, let span):
      knowsFacets
        && [span.numbers, span.numbersAbove].compactMap(\.self).allSatisfy(CountTags(counted: counted).isExact)
    default: knowsFacets && Self.facet(term) != nil
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

  /// An expression that every post matches which meets the condition, and others may match too; nil where there is none.
  func hint(_ condition: SearchQuery.Condition) throws -> String? {
    if condition.isExcluded {
      guard knowsFacets, case .count(let counted, let span) = condition.term else { return nil }
      return Self.outside(counted, span)
    }
    return switch condition.term {
    case .tag(let words) where knowsFacets: "tags : \"\(SearchTag.tag(words).word)\""
    case .to(let handle) where knowsFacets:
      try answers(to: handle)
    case .isThread where knowsFacets: try threads()
    case .count(let counted, let span) where knowsFacets:
      span.numbers.flatMap { Self.anyOf(CountTags(counted: counted).covering($0)) }
    case .language(let code) where knowsFacets: Self.tag(.language(code))
    case .tag(let words): Self.said(words)
    case .mentions(let handle): Self.mentions(handle)
    case .has(let attachment) where !attachment.kinds.isEmpty: Self.tag(.media)
    default: nil
    }
  }

  /// Posts whose text may name somebody, and those that have the tag because their texts do not.
  private static func mentions(_ handle: String) -> String? {
    let name = handle.prefix { $0 != "@" }.lowercased()
    return said(SearchWords.words(in: name).map(\.folded)).flatMap {
      anyOf([$0, tag(.mentions(SearchTag.name(of: handle)))])
    }
  }

  /// Posts whose count lies above a span that begins with 0, or is not known.
  private static func outside(_ counted: SearchQuery.Counted, _ span: SearchQuery.CountSpan) -> String? {
    guard span.from == 0, span.through >= 0 else { return nil }
    return anyOf([.untold(counted)] + (span.numbersAbove.map(CountTags(counted: counted).covering) ?? []))
  }

  /// Posts of the account that have a tag which begins so; nil where the index does not know of tags.
  func tags(beginning typed: String) -> String? {
    let words = SearchWords.words(in: typed).map(\.folded)
    guard knowsFacets, !words.isEmpty else { return nil }
    return "(\(Self.tag(.account(account.id))) AND tags : \"\(SearchTag.tag(words).word)\" *)"
  }

  /// Expressions that no post matches which meets the condition.
  func ruledOut(_ condition: SearchQuery.Condition) -> [String] {
    guard knowsFacets else { return [] }
    switch condition.term {
    case .count(let counted, let span):
      let tags = CountTags(counted: counted)
      if condition.isExcluded { return span.numbers.map(tags.within)?.map(Self.tag) ?? [] }
      // What has a count that is wanted has a word for it, unless none will do.
      guard span.from == 0 else { return [] }
      return ([.untold(counted)] + (span.numbersAbove.map(tags.within) ?? [])).map(Self.tag)
    case .isThread: return condition.isExcluded ? [Self.tag(.thread)] : []
    default: return []
    }
  }

  static func tag(_ tag: SearchTag) -> String { "tags : \(tag.word)" }

  static func anyOf(_ tags: [SearchTag]) -> String? { anyOf(tags.map(tag)) }

  /// nil where no text can match.
  static func phrase(of term: SearchQuery.Term) -> String? {
    term.run.flatMap { $0.words.contains(SearchedText.border) ? nil : phrase($0) }
  }

  /// The phrase in texts, and not in names.
  static func said(_ phrase: String) -> String { "{text more} : \(phrase)" }

  /// In the text itself.
  static func said(_ words: [String]) -> String? {
    words.isEmpty ? nil : "text : \"\(words.joined(separator: " "))\""
  }

  /// As a balanced tree: a chain from left to right is merged once for each of its parts.
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

  /// Words that have been cut and folded hold letters and digits only: nothing in them means anything to FTS5.
  static func phrase(_ run: SearchRun) -> String {
    "\"\(run.words.joined(separator: " "))\"" + (run.isLastBeginning ? " *" : "")
  }
}

extension SearchQuery.CountSpan {
  /// The span, where it does not begin with 0.
  fileprivate var numbers: ClosedRange<Int>? { from > 0 && from <= through ? from...through : nil }
  /// The numbers above a span that begins with 0; nil where there are none.
  fileprivate var numbersAbove: ClosedRange<Int>? { from == 0 && 0..<Int.max ~= through ? through + 1 ... .max : nil }
}
