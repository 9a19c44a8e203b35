import CNcurses
import CWidth
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
