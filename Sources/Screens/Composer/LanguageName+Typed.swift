import Domain

extension LanguageName {
  /// The codes of the languages that have a name, by name.
  private static let codes: [String: String] = {
    let letters = "abcdefghijklmnopqrstuvwxyz"
    let named = letters.flatMap { first in letters.map { "\(first)\($0)" } }.filter { name(of: $0) != $0 }
    // Of the codes of Norwegian, the last one says nothing about the written form.
    return Dictionary(named.map { (name(of: $0), $0) }, uniquingKeysWith: { _, last in last })
  }()

  /// The names that start with a text or have it as their code, in alphabetical order; none for an empty text.
  static func names(startingWith typed: String) -> [String] {
    let typed = typed.lowercased()
    guard !typed.isEmpty else { return [] }
    return codes.filter { $0.lowercased().hasPrefix(typed) || $1 == typed }.keys.sorted()
  }

  /// The code of a language by its code, its name, or the beginning of only one name; nil for other text.
  static func code(typed: String) -> String? {
    if codes.values.contains(typed.lowercased()) { return typed.lowercased() }
    let names = names(startingWith: typed)
    if let name = names.first, names.count == 1 || name.lowercased() == typed.lowercased() { return codes[name] }
    return names.isEmpty && Draft.isLanguage(typed) ? typed : nil
  }

  /// The name of a language, with its code if that says more: “Portuguese (pt-BR)”.
  static func label(of code: String) -> String {
    let name = name(of: code)
    return [base(of: code), name].contains(code) ? name : "\(name) (\(code))"
  }
}
