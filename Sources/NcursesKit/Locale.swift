import CNcurses
import CWidth
import Glibc

/// The C library's locale, on which ncurses and `wcwidth` depend.
public enum Locale {
  /// Uses the locale of the environment. A UTF-8 locale that is not installed, as over ssh and in containers, is replaced
  /// by an installed one, in the environment of the programs that Tern starts, too.
  @MainActor
  public static func useEnvironment() {
    if setlocale(LC_ALL, "") != nil { return }
    // That fails if one category names a locale that is not installed. Characters depend on LC_CTYPE alone.
    for category in [LC_COLLATE, LC_MONETARY, LC_NUMERIC, LC_TIME, LC_MESSAGES] { setlocale(category, "") }
    guard setlocale(LC_CTYPE, "") == nil,
      let variable = LocaleVariables({ name in getenv(name).map { String(cString: $0) } }).effective,
      variable.value.saysUTF8, let name = useAnyUTF8(of: variable.value.substitutes)
    else { return }
    setenv(variable.name == "LC_ALL" ? "LC_ALL" : "LC_CTYPE", name, 1)
  }

  /// Uses a locale that is the same everywhere.
  @MainActor
  public static func useUTF8() {
    if setlocale(LC_ALL, "C.UTF-8") == nil { _ = useAnyUTF8(of: LocaleName.commonUTF8) }
  }

  /// Uses the characters of the first of these locales that is installed, else of any installed one with UTF-8.
  /// - Returns: its name; nil if there is none.
  @MainActor
  private static func useAnyUTF8(of names: [String]) -> String? {
    let last = setlocale(LC_CTYPE, nil).map { String(cString: $0) }
    for name in names + installed.filter({ LocaleName($0).saysUTF8 }) {
      if setlocale(LC_CTYPE, name) != nil, isUTF8 { return name }
    }
    setlocale(LC_CTYPE, last ?? "C")
    return nil
  }

  /// The locales that have a folder of their own, as most systems put them.
  private static var installed: [String] {
    guard let entries = opendir("/usr/lib/locale") else { return [] }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) { bytes in String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        })
    }
    return names.sorted()
  }

  /// Whether a terminal in this locale can show all of Unicode.
  public static var isUTF8: Bool { codeset == "UTF-8" }

  /// Whether the locale has no characters beyond ASCII.
  static var isASCII: Bool { ["ANSI_X3.4-1968", "US-ASCII", "ASCII"].contains(codeset) }

  /// The name of the encoding in which the terminal's characters are read.
  static var encoding: String { isASCII ? "UTF-8" : codeset }

  private static var codeset: String { String(cString: tern_codeset()) }

  /// Whether this locale has a printable character for the scalar, which takes so many cells.
  static func shows(_ scalar: Unicode.Scalar, _ width: Int) -> Bool {
    wcwidth(wchar_t(bitPattern: scalar.value)) == width && bytes(of: scalar) != nil
  }

  /// The text for a terminal that is written to without curses: what the locale has no character for, in ASCII.
  public static func bytes(of text: String) -> [UInt8] {
    text.unicodeScalars.flatMap { scalar in
      let isPrintable = scalar.isASCII || wcwidth(wchar_t(bitPattern: scalar.value)) > 0
      return (isPrintable ? bytes(of: scalar) : nil) ?? Array(AsciiFallback.text(for: scalar).utf8)
    }
  }

  private static func bytes(of scalar: Unicode.Scalar) -> [UInt8]? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { bytes in
      var state = mbstate_t()
      let length = wcrtomb(bytes.baseAddress, wchar_t(bitPattern: scalar.value), &state)
      // -1, where there is no such character.
      return length < 0 ? nil : bytes[..<length].map(UInt8.init(bitPattern:))
    }
  }
}
