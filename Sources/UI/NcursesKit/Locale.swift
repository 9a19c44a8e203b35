import CNcurses
import CGlibc
import Glibc

/// The locale of the C library, which ncurses and `wcwidth` use.
public enum Locale {
  /// Sets the locale from the environment. A UTF-8 locale that is not installed, which is common over ssh and in
  /// containers, is replaced by an installed one, also in the environment of child processes.
  @MainActor
  public static func setFromEnvironment() {
    if setlocale(LC_ALL, "") != nil { return }
    // That fails if any category names a locale that is not installed. Only LC_CTYPE affects characters.
    for category in [LC_COLLATE, LC_MONETARY, LC_NUMERIC, LC_TIME, LC_MESSAGES] { setlocale(category, "") }
    guard setlocale(LC_CTYPE, "") == nil,
      let variable = LocaleVariables({ name in getenv(name).map { String(cString: $0) } }).effective,
      variable.value.namesUTF8, let name = useAnyUTF8(of: variable.value.substitutes)
    else { return }
    setenv(variable.name == "LC_ALL" ? "LC_ALL" : "LC_CTYPE", name, 1)
  }

  /// Sets a locale that is available everywhere.
  @MainActor
  public static func useUTF8() {
    if setlocale(LC_ALL, "C.UTF-8") == nil { _ = useAnyUTF8(of: LocaleName.commonUTF8) }
  }

  /// Sets LC_CTYPE to the first installed locale of `names`, or to any installed UTF-8 locale.
  /// - Returns: Its name, if any.
  @MainActor
  private static func useAnyUTF8(of names: [String]) -> String? {
    let last = setlocale(LC_CTYPE, nil).map { String(cString: $0) }
    for name in names + installed.filter({ LocaleName($0).namesUTF8 }) {
      if setlocale(LC_CTYPE, name) != nil, isUTF8 { return name }
    }
    setlocale(LC_CTYPE, last ?? "C")
    return nil
  }

  /// The locales with their own directory, the usual layout.
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

  /// Whether the locale's encoding is UTF-8.
  public static var isUTF8: Bool { codeset == "UTF-8" }

  /// Whether the locale's encoding is ASCII.
  static var isASCII: Bool { ["ANSI_X3.4-1968", "US-ASCII", "ASCII"].contains(codeset) }

  /// The name of the encoding for terminal input.
  static var encoding: String { isASCII ? "UTF-8" : codeset }

  private static var codeset: String { String(cString: tern_codeset()) }

  /// Whether the locale has a printable character for the scalar, of this width.
  static func canShow(_ scalar: Unicode.Scalar, _ width: Int) -> Bool {
    wcwidth(wchar_t(bitPattern: scalar.value)) == width && bytes(of: scalar) != nil
  }

  /// The encoded text for output without curses, with ASCII replacements for characters that the locale lacks.
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
      // -1 if the locale has no such character.
      return length < 0 ? nil : bytes[..<length].map(UInt8.init(bitPattern:))
    }
  }
}
