import CNcurses
import Glibc

/// The C library's locale, on which ncurses and `wcwidth` depend.
@MainActor
public enum Locale {
  /// Takes the locale of the environment.
  public static func useEnvironment() {
    setlocale(LC_ALL, "")
  }

  /// Takes a locale that is the same everywhere.
  public static func useUTF8() {
    setlocale(LC_ALL, "C.UTF-8")
  }

  /// Whether a terminal in this locale can show more than ASCII.
  static var isUTF8: Bool { wcwidth(0xE9) == 1 }
}
