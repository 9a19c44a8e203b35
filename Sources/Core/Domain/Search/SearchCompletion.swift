/// A completion of the last word of a query.
public struct SearchCompletion: Hashable, Sendable {
  /// The names that can be completed.
  public struct Candidates: Sendable {
    /// The titles of the account's timelines.
    public var timelines: [String]
    /// Without `@`, most likely first.
    public var handles: [String]

    public init(timelines: [String] = [], handles: [String] = []) {
      (self.timelines, self.handles) = (timelines, handles)
    }
  }

  /// The completed word: `is:reply`.
  public let word: String
  /// The whole query with the completed word, followed by a space if the word is complete.
  public let text: String

  /// ISO 639 codes of common languages.
  private static let languages = [
    "ar", "bn", "ca", "cs", "da", "de", "el", "en", "es", "eu", "fa", "fi", "fr", "gl", "he", "hi", "hu", "id", "it",
    "ja", "ko", "nl", "no", "pl", "pt", "ro", "ru", "sv", "th", "tr", "uk", "vi", "zh",
  ]
  /// The number of characters to type before field names are suggested.
  private static let minFieldLength = 2

  /// Completions of the last word, most likely first; empty if it is complete, or is not a field, value or handle.
  /// - Parameter known: Called only if names of timelines or accounts are needed.
  public static func all(of text: String, limit: Int, candidates known: () -> Candidates) -> [SearchCompletion] {
    guard let typed = lastWord(of: text) else { return [] }
    let words = completedWords(startingWith: typed, known)
    let start = text.prefix(upTo: typed.startIndex)
    return words.lazy.filter { $0 != typed }.prefix(limit).map { word in
      SearchCompletion(word: word, text: start + word + (word.hasSuffix(":") ? "" : " "))
    }
  }

  /// The word being typed; nil if there is none or it is quoted.
  private static func lastWord(of text: String) -> Substring? {
    let reader = SearchQueryReader(text, now: .distantPast)
    guard let last = reader.tokens.last, last.mark == nil, last.isClosed == nil, last.text.endIndex == text.endIndex,
      !last.text.isEmpty
    else { return nil }
    return last.text
  }

  private static func completedWords(startingWith typed: Substring, _ known: () -> Candidates) -> [String] {
    if let first = typed.first, first == "@" || first == "＠" {
      return handles(startingWith: typed.dropFirst(), known).map { "@" + $0 }
    }
    guard let colon = typed.firstIndex(where: { $0 == ":" || $0 == "：" }) else {
      guard typed.count >= minFieldLength else { return [] }
      let fields = SearchField.allCases.map(\.rawValue).filter { $0.hasPrefix(typed.lowercased()) }
      return fields.map { $0 + ":" }
    }
    guard let field = SearchField(rawValue: typed[..<colon].lowercased()) else { return [] }
    return values(of: field, startingWith: typed[typed.index(after: colon)...], known).map { "\(field.rawValue):\($0)" }
  }

  private static func values(of field: SearchField, startingWith typed: Substring, _ known: () -> Candidates)
    -> [String]
  {
    func fitting(_ values: [String]) -> [String] { values.filter { $0.hasPrefix(typed.lowercased()) } }
    switch field {
    case .has, .is: return fitting(field.fixedValues)
    case .from, .to: return handles(startingWith: typed.first == "@" ? typed.dropFirst() : typed, known)
    case .since, .until, .after, .before: return typed.isEmpty ? [] : fitting(["today", "yesterday"])
    case .on: return fitting([SearchField.anniversary, "today", "yesterday"])
    case .likes, .reposts: return fitting([">100", ">10"])
    case .lang: return typed.isEmpty ? [] : fitting(languages)
    case .in:
      let typed = typed.drop { $0 == "\"" }.lowercased()
      return known().timelines.filter { !$0.contains("\"") && $0.lowercased().hasPrefix(typed) }.map { title in
        title.allSatisfy { $0.isLetter || $0.isNumber } ? title : "\"\(title)\""
      }
    }
  }

  private static func handles(startingWith typed: Substring, _ known: () -> Candidates) -> [String] {
    typed.isEmpty ? [] : known().handles.filter { $0.lowercased().hasPrefix(typed.lowercased()) }
  }
}
