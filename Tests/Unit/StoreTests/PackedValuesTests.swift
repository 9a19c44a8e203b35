import Testing

@testable import Store

@Suite struct PackedValuesTests {
  @Test func `Values are read as they were added`() {
    var values = PackedValues()
    values.add("äöü 🐦")
    values.add(Int64.min)
    values.add(String?.none)
    values.add("")
    let start = values.count
    values.add(Int?.none)
    values.add(-1)
    values.add(String(repeating: "a", count: 70_000))
    let all = values.read { reader in (0..<7).map { _ in Self.describe(reader.next()) } }
    #expect(all == ["äöü 🐦", "\(Int64.min)", nil, "", nil, "-1", String(repeating: "a", count: 70_000)])
    let rest = values.read(from: start) { reader in (0..<2).map { _ in Self.describe(reader.next()) } }
    #expect(rest == [nil, "-1"])
  }

  private static func describe(_ value: PackedValues.Value) -> String? {
    switch value {
    case .null: nil
    case .number(let number): "\(number)"
    case .text(let bytes): String(decoding: bytes, as: UTF8.self)
    }
  }
}

@Suite struct SearchTagNameTests {
  @Test(arguments: [
    ("Ada_99", "ada99"), ("ada@Example.org", "ada"), ("", ""), ("@ada", ""), ("a.b-c", "abc"), ("\u{212A}ay@x", "kay"),
    ("Zoë", "zo"), ("ada@zoë.example", "ada"),
  ])
  func `The term of a handle has its ASCII letters and digits, without the server`(
    handle: String, word: String
  ) {
    #expect(SearchTag.name(of: handle) == word)
  }
}
