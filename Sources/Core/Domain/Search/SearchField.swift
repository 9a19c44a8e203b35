import FoundationEssentials

/// The fields of the query language: the names before the colon.
enum SearchField: String, CaseIterable {
  case from, to, since, until, after, before, on, has, `is`, likes, reposts, lang, `in`

  /// The values of `has:`.
  private static let attached: [(word: String, term: SearchQuery.Term)] =
    [("media", .hasMedia), ("link", .hasLink)]
    + SearchQuery.Attachment.allCases.map { ($0.rawValue, .has($0)) }
  private static let kinds: [(word: String, term: SearchQuery.Term)] =
    [
      ("repost", .isRepost), ("reply", .isReply), ("thread", .isThread), ("edited", .hasState(.edited)),
      ("deleted", .hasState(.deleted)),
    ]

  /// The possible values, for fields with a fixed set.
  private var choices: [(word: String, term: SearchQuery.Term)] {
    switch self {
    case .has: Self.attached
    case .is: Self.kinds
    case .from, .to, .since, .until, .after, .before, .on, .likes, .reposts, .lang, .in: []
    }
  }

  /// The possible values as they are typed, for fields with a fixed set.
  var fixedValues: [String] { choices.map(\.word) }

  /// The condition for a value; nil if the value is invalid.
  func term(for value: Substring, now: Date) -> SearchQuery.Term? {
    switch self {
    case .from: return Self.handle(value).map { .from(handle: $0) }
    case .to: return Self.handle(value).map { .to(handle: $0) }
    case .since: return DateSpan(String(value), now: now).map { .since($0.start) }
    case .until: return DateSpan(String(value), now: now).map { .until($0.end) }
    // As in Mastodon's search: not the day itself.
    case .after: return DateSpan(String(value), now: now).map { .since($0.end) }
    case .before: return DateSpan(String(value), now: now).map { .until($0.start) }
    case .on where value.lowercased() == Self.anniversary: return Self.onThisDay(now)
    case .on: return DateSpan(String(value), now: now).map { .anyOf([Self.conditions(of: $0)]) }
    case .has, .is:
      let value = value.lowercased()
      return choices.first { $0.word == value }?.term
    case .likes: return SearchQuery.CountSpan(value).map { .count(.likes, $0) }
    case .reposts: return SearchQuery.CountSpan(value).map { .count(.reposts, $0) }
    case .lang: return Self.isLanguageCode(value) ? .language(value.lowercased()) : nil
    case .in: return SearchWords.words(in: String(value)).isEmpty ? nil : .timeline(String(value))
    }
  }

  /// The value of `on:` for the day of today in earlier years.
  static let anniversary = "this-day"
  /// X and Mastodon are younger. Fewer terms than `SearchQuery.maxTerms`.
  private static let maxYears: Int32 = 25

  /// The day in each of the last years that has it.
  private static func onThisDay(_ now: Date) -> SearchQuery.Term? {
    guard let today = LocalDay(now) else { return nil }
    let days = (1...maxYears).compactMap { years in
      DateSpan(LocalDay(year: today.year - years, month: today.month, day: today.day))
    }
    return days.isEmpty ? nil : .anyOf(days.map(conditions))
  }

  private static func conditions(of span: DateSpan) -> [SearchQuery.Condition] {
    [SearchQuery.Condition(.since(span.start)), SearchQuery.Condition(.until(span.end))]
  }

  /// ISO 639 with two or three letters, and BCP 47 subtags (`pt-BR`, `zh-Hant`).
  private static func isLanguageCode(_ value: Substring) -> Bool {
    let parts = value.split(separator: "-", omittingEmptySubsequences: false)
    return value.utf8.count <= 35 && 2...3 ~= parts[0].utf8.count
      && parts[0].utf8.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 }
      && parts.allSatisfy { 1...8 ~= $0.utf8.count && $0.utf8.allSatisfy { SearchFolding.ascii($0) != 0 } }
  }

  /// Names of common languages in themselves and in English.
  private static let languages = [
    "arabic": "ar", "bengali": "bn", "chinese": "zh", "czech": "cs", "deutsch": "de", "dutch": "nl", "english": "en",
    "español": "es", "finnish": "fi", "français": "fr", "french": "fr", "german": "de", "greek": "el", "hindi": "hi",
    "indonesian": "id", "italian": "it", "italiano": "it", "japanese": "ja", "korean": "ko", "nederlands": "nl",
    "persian": "fa", "polish": "pl", "polski": "pl", "portuguese": "pt", "português": "pt", "russian": "ru",
    "spanish": "es", "swedish": "sv", "thai": "th", "turkish": "tr", "ukrainian": "uk", "vietnamese": "vi",
    "русский": "ru", "中文": "zh", "日本語": "ja", "한국어": "ko",
  ]

  private static func handle(_ value: Substring) -> String? {
    let handle = value.hasPrefix("@") ? value.dropFirst() : value
    return handle.isEmpty ? nil : String(handle)
  }

  /// The expected value, for error messages.
  var expectation: String {
    switch self {
    case .from, .to: "a handle after \(rawValue):"
    case .since, .until, .after, .before: "a date like 2015-03 after \(rawValue):"
    case .on: "a date like 2015-03-14 or \(Self.anniversary) after on:"
    case .has, .is:
      "\(choices.dropLast().map(\.word).joined(separator: ", ")) or \(choices.last?.word ?? "") after \(rawValue):"
    case .likes, .reposts: "a number like >100 after \(rawValue):"
    case .lang: "a language like en after lang:"
    case .in: "the name of a timeline after in:"
    }
  }

  /// A suggestion for an invalid value.
  func nearest(to value: Substring) -> String? {
    if self == .lang { return Self.languages[value.lowercased()].map { "\(rawValue):\($0)" } }
    return NearestName.nearest(to: String(value), among: choices.map(\.word)).map { "\(rawValue):\($0)" }
  }

  /// Whether the value may become valid when more is typed.
  func isValuePrefix(_ typed: Substring) -> Bool {
    let typed = typed.lowercased()
    switch self {
    case .from, .to: return typed.isEmpty || typed == "@"
    case .has, .is: return choices.contains { $0.word.hasPrefix(typed) }
    case .likes, .reposts: return ["", ">", "<", ">=", "<="].contains(typed)
    case .lang:
      // Subtags follow a hyphen.
      if typed.hasSuffix("-") { return Self.isLanguageCode(typed.dropLast()) }
      return typed.utf8.count < 2 && typed.utf8.allSatisfy { 0x61...0x7A ~= $0 }
    case .in: return SearchWords.words(in: typed).isEmpty
    case .on where Self.anniversary.hasPrefix(typed): return true
    case .since, .until, .after, .before, .on:
      if ["today", "yesterday"].contains(where: { $0.hasPrefix(typed) }) { return true }
      let parts = typed.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "/" }
      let areNumbers = parts.allSatisfy { $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }
      return areNumbers && parts.count <= 3 && zip(parts, [4, 2, 2]).allSatisfy { $0.count <= $1 }
        && parts.dropLast().first.map { $0.count == 4 } ?? true
    }
  }
}

extension SearchQuery.CountSpan {
  /// Parses `>100`, `>=100`, `<100`, `<=100` and `100`; nil for other strings.
  init?(_ typed: Substring) {
    let sign = typed.prefix { $0 == ">" || $0 == "<" || $0 == "=" }
    guard let number = Int(typed[sign.endIndex...]), 0..<Int.max ~= number, typed[sign.endIndex...].first != "+" else {
      return nil
    }
    switch sign {
    case ">": self.init(from: number + 1, through: .max)
    case ">=": self.init(from: number, through: .max)
    case "<": self.init(from: 0, through: number - 1)
    case "<=": self.init(from: 0, through: number)
    case "": self.init(from: number, through: number)
    default: return nil
    }
  }
}
