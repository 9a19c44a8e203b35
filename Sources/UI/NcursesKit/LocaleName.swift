/// The environment variables for LC_CTYPE. Source: POSIX, Environment Variables, 8.2.
struct LocaleVariables {
  /// The effective variable: LC_ALL before LC_CTYPE before LANG; empty ones are ignored.
  let effective: (name: String, value: LocaleName)?

  init(_ value: (String) -> String?) {
    effective = ["LC_ALL", "LC_CTYPE", "LANG"]
      .compactMap { name in value(name).map { (name: name, value: LocaleName($0)) } }
      .first { !$0.value.text.isEmpty }
  }
}

/// A locale name: `language_TERRITORY.codeset@modifier`, or only the codeset, as macOS sends it over ssh.
struct LocaleName: Hashable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  /// Whether the codeset is UTF-8, ignoring case and punctuation.
  var namesUTF8: Bool {
    let name = text.prefix { $0 != "@" }
    let codeset = name.lastIndex(of: ".").map { name[name.index(after: $0)...] } ?? name
    return codeset.filter { $0.isLetter || $0.isNumber }.lowercased() == "utf8"
  }

  /// UTF-8 locales to try instead: the same one without modifier, then common ones.
  var substitutes: [String] {
    let plain = String(text.prefix { $0 != "@" })
    return (plain == text ? [] : [plain]) + Self.commonUTF8
  }

  static let commonUTF8 = ["C.UTF-8", "C.utf8", "en_US.UTF-8", "en_GB.UTF-8", "POSIX.UTF-8"]
}
