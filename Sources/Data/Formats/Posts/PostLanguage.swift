import FoundationEssentials

/// Language codes as in sources.
enum PostLanguage {
  /// Codes that are not a language. X: `und`, `art`, `zxx`, and private ones from `qaa` to `qtz` (`qam` only mentions,
  /// `qct` only cashtags, `qht` only hashtags, `qme` only media, `qst` too short). ISO 639-2: `mis` uncoded, `mul`
  /// several.
  private static let none: Set = ["und", "art", "zxx", "mis", "mul", "null", "none"]
  /// X still writes codes that ISO 639 has withdrawn.
  private static let renamed = ["in": "id", "iw": "he", "ji": "yi"]
  /// The maximum length of a language tag (RFC 5646, 4.4.1, with some tolerance).
  private static let maxLength = 64

  /// The code; nil if it is not a language.
  static func code(_ code: String?) -> String? {
    guard let code, !code.isEmpty, code.utf8.count <= maxLength else { return nil }
    // The usual case.
    if code.utf8.count == 2 { return renamed[code] ?? code }
    let lowercased = code.lowercased()
    let base = lowercased.prefix { $0 != "-" && $0 != "_" }
    let isPrivate = base.count == 3 && ("qaa"..."qtz").contains(String(base))
    guard !none.contains(String(base)), !isPrivate else { return nil }
    return renamed[lowercased] ?? code
  }
}

/// Text in several languages, as in ActivityStreams: `"contentMap": {"en": …}` (Activity Vocabulary, 4.7).
struct LanguageMap {
  /// The maximum number of languages, so that a malicious file does not take too long.
  private static let maxCount = 300

  private let texts: [(language: String, text: String)]

  /// - Parameter value: the value of `contentMap`, `nameMap`, `summaryMap`.
  init(_ value: JSONValue?) {
    texts = value?.members.prefix(Self.maxCount).compactMap { key, value in value.text.map { (key, $0) } } ?? []
  }

  /// The text in the most preferred language, otherwise the first.
  func text(preferring languages: [String]) -> (language: String, text: String)? {
    for language in languages {
      if let exact = texts.first(where: { $0.language.lowercased() == language }) { return exact }
      let base = language.prefix { $0 != "-" }
      if let similar = texts.first(where: { Self.base(of: $0.language) == base }) { return similar }
    }
    return texts.first
  }

  /// The language of text that is also in the map.
  func language(of text: String) -> String? {
    texts.first { $0.text == text }?.language ?? (texts.count == 1 ? texts.first?.language : nil)
  }

  private static func base(of language: String) -> Substring {
    language.lowercased().prefix { $0 != "-" && $0 != "_" }
  }
}

/// The user's languages, most preferred first: `pt-br`, `pt`.
package struct PreferredLanguages: Sendable {
  package let codes: [String]

  /// - Parameter codes: in lower case, with hyphens.
  package init(_ codes: [String]) {
    self.codes = codes
  }

  /// The languages of the locale.
  package static let user = PreferredLanguages(environment: ProcessInfo.processInfo.environment)

  /// By gettext's rules: `LANGUAGE` lists several, otherwise the first non-empty one of `LC_ALL`, `LC_MESSAGES` and
  /// `LANG` counts.
  package init(environment: [String: String]) {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let hasLanguages = locale != "C" && locale != "POSIX" && !locale.isEmpty
    let listed = hasLanguages ? environment["LANGUAGE"]?.split(separator: ":").map(String.init) ?? [] : []
    codes = (listed + [locale]).compactMap(Self.code)
  }

  /// `pt-br` for `pt_BR.UTF-8@euro`; nil for `C` and `POSIX`.
  private static func code(ofLocale name: String) -> String? {
    let code = name.prefix { $0 != "." && $0 != "@" }.lowercased().replacing("_", with: "-")
    return code.isEmpty || code == "c" || code == "posix" ? nil : code
  }
}

extension JSONValue {
  /// Text that may be in several languages: that of `key`, otherwise one of `keyMap`.
  func localized(_ key: String, for languages: PreferredLanguages) -> (text: String, language: String?)? {
    let map = self[key + "Map"].map(LanguageMap.init)
    if let text = self[key]?.text { return (text, map?.language(of: text)) }
    return map?.text(preferring: languages.codes).map { ($0.text, $0.language) }
  }
}
