import Glibc

/// The locale that widths are measured in. A suite sets it in its `init`.
enum UTF8Locale {
  private static let isSet = setlocale(LC_ALL, "C.UTF-8") != nil

  static func set() {
    precondition(isSet, "this C library has no C.UTF-8")
  }
}
