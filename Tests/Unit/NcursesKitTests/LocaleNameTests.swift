import Testing

@testable import NcursesKit

@Suite("Locale names")
struct LocaleNameTests {
  @Test(
    "UTF-8 is recognised in all spellings",
    arguments: [
      ("fr_FR.UTF-8", true), ("de_DE.utf8", true), ("UTF-8", true), ("en_US.UTF-8@euro", true), ("C.utf8", true),
      ("C.UTF8", true), ("en_US.Utf_8", true), ("utf8", true), ("xx_YY.UTF-8", true), ("ja_JP.UTF-8@", true),
      ("C", false), ("POSIX", false), ("de_DE", false), ("de_DE@euro", false), ("en_US.ISO-8859-1", false),
      ("ja_JP.eucJP", false), ("zh_CN.UTF-16", false), ("en_US@UTF-8", false), ("UTF-8.ISO-8859-1", false), ("", false),
    ])
  func namesUTF8(name: String, isUTF8: Bool) {
    #expect(LocaleName(name).namesUTF8 == isUTF8)
  }

  @Test("Substitutes are the name without modifier and common names")
  func substitutes() {
    #expect(LocaleName("en_US.UTF-8@euro").substitutes.prefix(2) == ["en_US.UTF-8", "C.UTF-8"])
    #expect(LocaleName("fr_FR.UTF-8").substitutes.first == "C.UTF-8")
  }

  @Test(
    "The first of LC_ALL, LC_CTYPE and LANG that is not empty is effective",
    arguments: [
      (["LC_ALL": "a", "LC_CTYPE": "b", "LANG": "c"], "LC_ALL", "a"),
      (["LC_ALL": "", "LC_CTYPE": "b", "LANG": "c"], "LC_CTYPE", "b"), (["LC_CTYPE": "", "LANG": "c"], "LANG", "c"),
    ] as [([String: String], String, String)])
  func effective(variables: [String: String], name: String, value: String) {
    let effective = LocaleVariables { variables[$0] }.effective
    #expect(effective?.name == name)
    #expect(effective?.value == LocaleName(value))
  }

  @Test("Without variables no locale is effective")
  func none() {
    #expect(LocaleVariables { _ in nil }.effective == nil)
    #expect(LocaleVariables { _ in "" }.effective == nil)
  }
}
