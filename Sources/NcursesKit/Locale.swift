import CNcurses
import Glibc

/// The C library's locale, on which ncurses and `wcwidth` depend.
public enum Locale {
  /// Takes the locale of the environment.
  @MainActor
  public static func useEnvironment() {
    setlocale(LC_ALL, "")
  }

  /// Takes a locale that is the same everywhere.
  @MainActor
  public static func useUTF8() {
    setlocale(LC_ALL, "C.UTF-8")
  }

  /// Whether a terminal in this locale can show all of Unicode.
  public static var isUTF8: Bool {
    String(cString: tern_codeset()) == "UTF-8"
  }

  /// Whether this locale has a printable character for the scalar, which takes so many cells.
  static func shows(_ scalar: Unicode.Scalar, _ width: Int) -> Bool {
    let character = wchar_t(bitPattern: scalar.value)
    guard wcwidth(character) == width else { return false }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { bytes in
      var state = mbstate_t()
      return wcrtomb(bytes.baseAddress, character, &state) != -1
    }
  }

  /// The text in ASCII, for a terminal in such a locale that is written to without curses.
  public static func readable(_ text: String) -> String {
    text.unicodeScalars.map { AsciiFallback.text(for: $0, width: 3) }.joined()
  }
}
