import Domain
import Testing

@Suite struct TypedSecretTests {
  @Test(arguments: [("abc", "abc"), (" abc\r\n", "abc"), ("\u{A0}a b\t", "a b"), ("é軌", "é軌")])
  func `Typed text is trimmed`(text: String, word: String) throws {
    #expect(try Secret(typed: text).revealed == word)
  }

  @Test(arguments: [
    ("", TypedSecretError.empty), (" \n ", .empty), ("a\nb", .controlCharacter), ("a\u{1B}b", .controlCharacter),
    ("a\u{7F}", .controlCharacter), ("a\0", .controlCharacter),
    (String(repeating: "é", count: 2_049), .tooLong(limit: 4_096)),
  ]) func `Invalid tokens are rejected`(text: String, error: TypedSecretError) {
    #expect(throws: error) { try Secret(typed: text) }
  }

  @Test func `A token may have the maximum length`() throws {
    let text = String(repeating: "x", count: Secret.maxTypedLength)
    #expect(try Secret(typed: text + "\n").revealed == text)
  }

  @Test func `Printing a token does not reveal it`() throws {
    let secret = try Secret(typed: "opens-it")
    var dumped = ""
    dump([secret], to: &dumped)
    for text in ["\(secret)", String(reflecting: [secret]), dumped] { #expect(!text.contains("opens-it")) }
  }
}
