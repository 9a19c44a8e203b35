/// The variables that name the locale of characters. Source: POSIX, Environment Variables, 8.2.
struct LocaleVariables {
  /// The variable that counts: LC_ALL before LC_CTYPE before LANG; one that is empty is not set.
  let effective: (name: String, value: LocaleName)?

  init(_ value: (String) -> String?) {
    effective = ["LC_ALL", "LC_CTYPE", "LANG"]
      .compactMap { name in value(name).map { (name: name, value: LocaleName($0)) } }
      .first { !$0.value.text.isEmpty }
  }
}

/// The name of a locale: `language_TERRITORY.codeset@modifier`, or the codeset alone, as macOS sends it over ssh.
struct LocaleName: Hashable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  /// Whether the codeset is UTF-8, in whatever case and punctuation.
  var saysUTF8: Bool {
    let name = text.prefix { $0 != "@" }
    let codeset = name.lastIndex(of: ".").map { name[name.index(after: $0)...] } ?? name
    return codeset.filter { $0.isLetter || $0.isNumber }.lowercased() == "utf8"
  }

  /// The UTF-8 locales to try in its place: the same one without its modifier, then those that most systems have one of.
  var substitutes: [String] {
    let plain = String(text.prefix { $0 != "@" })
    return (plain == text ? [] : [plain]) + Self.commonUTF8
  }

  static let commonUTF8 = ["C.UTF-8", "C.utf8", "en_US.UTF-8", "en_GB.UTF-8", "POSIX.UTF-8"]
}
