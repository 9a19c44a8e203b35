import Glibc

/// The locale for measuring widths. Suites set it in their `init`.
public enum UTF8Locale {
  private static let isSet = setlocale(LC_ALL, "C.UTF-8") != nil

  public static func set() {
    precondition(isSet, "this C library has no C.UTF-8")
  }
}
