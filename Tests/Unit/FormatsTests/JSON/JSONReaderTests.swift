import Testing

@testable import Formats

struct JSONReaderTests {
  private func value(_ text: String) throws -> JSONValue {
    try value(bytes: Array(text.utf8))
  }

  private func value(bytes: [UInt8]) throws -> JSONValue {
    var reader = JSONReader(bytes)
    return try reader.readValue()
  }

  @Test func `a member is found by key; missing or null is nil`() throws {
    let object = try value(#" {"a": {"b": [1, "two"]}, "none": null} "#)
    #expect(object["a"]?["b"]?.elements.map(\.string) == ["1", "two"])
    #expect(object["none"] == nil)
    #expect(object["missing"]?["deeper"] == nil)
    #expect(object["a"]?["b"]?["of an array"] == nil)
  }

  @Test func `the last of two equal keys wins, escaped or not`() throws {
    #expect(try value(#"{"a": 1, "b": 2, "\u0061": 3}"#)["a"]?.int == 3)
  }

  @Test(arguments: [
    (#"{"a": [1, 2], "b": {"a": [3]}, "c": null, "d": [], "a": [[4, 5]]}"#, ["a 1", "a 2", "d -", "a ["]),
    ("[1, 2]", []), ("{}", []), ("null", []),
  ])
  func `the arrays of an object are read element by element`(text: String, read: [String]) throws {
    var elements: [String] = []
    try JSONValue.forEachElement(ofArraysIn: Array(text.utf8)) { key, element in
      elements.append("\(key) \(element.map { $0.string ?? "[" } ?? "-")")
    }
    #expect(elements == read)
  }

  @Test(arguments: ["", "{", #"{"a": [1, 2"#, #"{"a": [1] "b": 2}"#, #"{"a": [1]} x"#])
  func `damaged text has no arrays`(text: String) {
    #expect(throws: JSONFault.self) { try JSONValue.forEachElement(ofArraysIn: Array(text.utf8)) { _, _ in } }
  }

  @Test func `numbers and strings are interchangeable`() throws {
    let object = try value(#"{"text": "12", "number": 12, "float": 12.9, "yes": "true", "one": 1, "no": false}"#)
    #expect(object["text"]?.int == 12)
    #expect(object["number"]?.string == "12")
    #expect(object["float"]?.int == 12)
    #expect(object["yes"]?.bool == true)
    #expect(object["one"]?.bool == true)
    #expect(object["no"]?.bool == false)
    #expect(object["no"]?.string == nil)
    #expect(object["text"]?.bool == nil)
  }

  @Test func `ids beyond 2^53 keep every digit`() throws {
    #expect(try value("2029905358261502168999").string == "2029905358261502168999")
  }

  @Test(arguments: [
    "1e999999", "-1e999999", "99999999999999999999", "1e-999999999", String(repeating: "9", count: 9999),
  ])
  func `numbers beyond all limits are handled`(number: String) throws {
    let value = try value(number)
    #expect(value.string == number)
    #expect(value.int == nil || value.int == 0)
  }

  @Test(arguments: [
    (#""\ud83d\ude00""#, "😀"), (#""\ud83d""#, "\u{FFFD}"), (#""\ude00x""#, "\u{FFFD}x"),
    (#""\ud83d\u0041""#, "\u{FFFD}A"), (#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀"), (#""\uZZZZ""#, "\u{FFFD}ZZZZ"),
    (#""\b\f\n\r\t\/\\\"""#, "\u{100008}\u{10000C}\n\u{10000D}\t/\\\""), (#""\u0000\u202E""#, "\u{100000}\u{10202E}"),
    (#""\u00e9\u00E9""#, "éé"),
  ])
  func `escapes are decoded; lone surrogates become replacement characters`(text: String, decoded: String) throws {
    #expect(try value(text).string == decoded)
  }

  @Test func `invalid UTF-8 becomes replacement characters`() throws {
    #expect(try value(bytes: [0x22, 0x61, 0xFF, 0x62, 0x22]).string == "a\u{FFFD}b")
    #expect(try value(bytes: [0x22, 0x5C, 0x6E, 0xC3, 0x22]).string == "\n\u{FFFD}")
  }

  @Test(arguments: [
    ("[1, 2", 5, "a comma or ]"), (#"{"a": 1 "b": 2}"#, 8, "a comma or }"), ("{a: 1}", 1, "a key in quotes"),
    (#"{"a" 1}"#, 5, "a colon"), ("[tru]", 1, "a value"), ("[1,]", 3, "a value"), ("", 0, "a value"),
    (#"["abc"#, 5, "a closing quote"), (#"["abc\"#, 6, "a closing quote"), ("[-]", 1, "a value"),
  ])
  func `an error has its position and what was expected`(text: String, offset: Int, expected: String) {
    #expect(throws: JSONError(offset: offset, expected: expected)) { try value(text) }
  }

  @Test(arguments: ["[", #"{"a":"#, "[{\"a\":"])
  func `deep nesting is an error`(opening: String) {
    let text = String(repeating: opening, count: 100_000)
    #expect { try value(text) } throws: { ($0 as? JSONError)?.expected == "at most 256 levels of brackets" }
  }

  @Test func `a value can be skipped`() throws {
    var reader = JSONReader(Array(#"[{"a": "]}\"", "b": [[]]}, 2]"#.utf8))
    var seen: [String?] = []
    try reader.forEachElement { reader throws(JSONError) in
      if reader.next == UInt8(ascii: "{") { try reader.skipValue() } else { seen.append(try reader.readValue().string) }
    }
    #expect(seen == ["2"])
    let isAtEnd = reader.isAtEnd
    #expect(isAtEnd)
  }

  @Test func `each value has its position`() throws {
    #expect(try value(#"[ 1, "x", {"a": 2}]"#).elements.map(\.offset) == [2, 5, 10])
  }
}
