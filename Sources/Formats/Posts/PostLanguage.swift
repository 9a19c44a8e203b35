import FoundationEssentials

/// Codes of languages as sources write them.
enum PostLanguage {
  /// What is no language. X: `und`, `art`, `zxx`, and private ones from `qaa` to `qtz` (`qam` only mentions, `qct` only
  /// cashtags, `qht` only tags, `qme` only media, `qst` too short). ISO 639-2: `mis` uncoded, `mul` several.
  private static let none: Set = ["und", "art", "zxx", "mis", "mul", "null", "none"]
  /// X still writes codes that ISO 639 has given up.
  private static let renamed = ["in": "id", "iw": "he", "ji": "yi"]
  /// No tag of a language is longer (RFC 5646, 4.4.1, and some more).
  private static let maxLength = 64

  /// The code, nil where it names no language.
  static func code(_ code: String?) -> String? {
    guard let code, !code.isEmpty, code.utf8.count <= maxLength else { return nil }
    // As most of a million posts have it.
    if code.utf8.count == 2 { return renamed[code] ?? code }
    let lowercased = code.lowercased()
    let base = lowercased.prefix { $0 != "-" && $0 != "_" }
    let isPrivate = base.count == 3 && ("qaa"..."qtz").contains(String(base))
    guard !none.contains(String(base)), !isPrivate else { return nil }
    return renamed[lowercased] ?? code
  }
}

/// Texts of which there is one for each of several languages, as ActivityStreams writes them: `"contentMap": {"en": …}`
/// (Activity Vocabulary, 4.7).
struct LanguageMap {
  /// No text has more translations; what somebody has made up shall not take for ever.
  private static let maxCount = 300

  private let texts: [(language: String, text: String)]

  /// - Parameter value: of `contentMap`, `nameMap`, `summaryMap`.
  init(_ value: JSONValue?) {
    texts = value?.members.prefix(Self.maxCount).compactMap { key, value in value.text.map { (key, $0) } } ?? []
  }

  /// The one in the first of these languages that there is, else the first.
  func text(preferring languages: [String]) -> (language: String, text: String)? {
    for language in languages {
      if let exact = texts.first(where: { $0.language.lowercased() == language }) { return exact }
      let base = language.prefix { $0 != "-" }
      if let similar = texts.first(where: { Self.base(of: $0.language) == base }) { return similar }
    }
    return texts.first
  }

  /// Of what language a text is that stands beside the map.
  func language(of text: String) -> String? {
    texts.first { $0.text == text }?.language ?? (texts.count == 1 ? texts.first?.language : nil)
  }

  private static func base(of language: String) -> Substring {
    language.lowercased().prefix { $0 != "-" && $0 != "_" }
  }
}

/// The languages that the user reads, the best first: `pt-br`, `pt`.
package struct PreferredLanguages: Sendable {
  package let codes: [String]

  /// - Parameter codes: in small letters, with hyphens.
  package init(_ codes: [String]) {
    self.codes = codes
  }

  /// Those of the locale.
  package static let user = PreferredLanguages(environment: ProcessInfo.processInfo.environment)

  /// By gettext's rules: `LANGUAGE` lists several, else the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set counts.
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
  /// A text that may have translations: that of `key`, else one of `keyMap`.
  /// - Parameter isWanted: whether the text under the key itself counts.
  func translated(_ key: String, for languages: PreferredLanguages) -> (text: String, language: String?)? {
    let map = self[key + "Map"].map(LanguageMap.init)
    if let text = self[key]?.text { return (text, map?.language(of: text)) }
    return map?.text(preferring: languages.codes).map { ($0.text, $0.language) }
  }
}
