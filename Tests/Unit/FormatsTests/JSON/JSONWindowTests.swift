import Testing

@testable import Formats

/// JSON that is never completely in memory.
struct JSONWindowTests {
  @Test(arguments: [1, 2, 3, 7])
  func `a text in chunks reads like the whole`(piece: Int) throws {
    let text = #" [ {"a\n": "x\"\\y", "b": [true, null, -1.5e3, {}] } , "é😀" , [] ] "#
    var whole = JSONReader(Array(text.utf8))
    var pieces = JSONReader([], then: ChunkedSource(Array(text.utf8), piece: piece))
    #expect(try describe(pieces.readValue()) == describe(whole.readValue()))
    let isAtEnd = pieces.isAtEnd
    #expect(isAtEnd)
  }

  @Test func `consumed bytes are dropped, their lines counted`() throws {
    let line = #"{"id": "\#(String(repeating: "a", count: 10_000))"}"# + ",\n"
    let text = "[\n" + String(repeating: line, count: 200) + "  oops]"
    var reader = JSONReader([], then: ChunkedSource(Array(text.utf8), piece: 5000))
    var count = 0
    do throws(JSONError) {
      try reader.forEachElement { reader throws(JSONError) in
        _ = try reader.readValue()
        count += 1
      }
      Issue.record("damage was passed over")
    } catch {
      let place = reader.lineAndColumn(of: error)
      #expect(place == (202, 3))
      #expect(error.offset == text.utf8.count - 5)
    }
    #expect(count == 200)
  }

  @Test(arguments: [1, 3, 8, 255, 2040, 2041, 5000, 70_000])
  func `dropped lines are counted`(lines: Int) throws {
    let value = "\"\(String(repeating: "x", count: 300_000))\""
    var reader = JSONReader(
      [], then: ChunkedSource(Array(("[\(value)" + String(repeating: "\n", count: lines) + ",").utf8), piece: 1 << 16))
    _ = reader.consume("[")
    #expect(try reader.readValue().string?.count == 300_000)
    _ = reader.consume(",")
    // Consumed bytes are dropped here.
    #expect { try reader.readValue() } throws: { error in
      (error as? JSONError).map { reader.lineAndColumn(of: $0).line } == lines + 1
    }
  }

  @Test func `a string ends at its quote, in any position`() throws {
    for length in 0..<40 {
      let letters = String(repeating: "a", count: length)
      for (text, meaning) in [
        (letters, letters), (letters + #"\""# + letters, letters + "\"" + letters), (letters + #"\\"#, letters + "\\"),
      ] {
        var reader = JSONReader(Array("\(String(repeating: " ", count: length))\"\(text)\",1".utf8))
        #expect(try reader.readValue().string == meaning)
        let takesComma = reader.consume(",")
        #expect(takesComma)
      }
    }
  }

  @Test(arguments: [1, 7, 1 << 18])
  func `peeking consumes nothing, in any chunk`(piece: Int) throws {
    let blanks = String(repeating: " ", count: (1 << 18) - 3)
    var reader = JSONReader(
      [], then: ChunkedSource(Array((blanks + #" {"first key": 1} {"second": 2}"#).utf8), piece: piece))
    #expect(reader.peekedKey == "first key")
    #expect(reader.peekedKey == "first key")
    #expect(try reader.readValue()["first key"]?.int == 1)
    #expect(reader.peekedKey == "second")
    #expect(try reader.readValue()["second"]?.int == 2)
    #expect(reader.peekedKey == nil)
  }

  @Test func `an overlong value is refused, the next is read`() throws {
    let huge = [UInt8](repeating: UInt8(ascii: "a"), count: JSONReader.maxLength + (1 << 20))
    let text = Array(#"["1", ""#.utf8) + huge + Array(#"", "2"]"#.utf8)
    var reader = JSONReader([], then: ChunkedSource(text, piece: 1 << 18))
    _ = reader.consume("[")
    #expect(try reader.readValue().string == "1")
    _ = reader.consume(",")
    _ = reader.next
    let start = reader.position
    do throws(JSONError) {
      _ = try reader.readValue()
      Issue.record("a value of 17 MiB was read")
    } catch {
      #expect(error.expected == "a value of at most 16 MiB")
    }
    let recovered = reader.recover(from: start)
    #expect(recovered)
    _ = reader.consume(",")
    #expect(try reader.readValue().string == "2")
  }

  @Test func `a value with too many nodes is refused`() {
    let text = "[" + String(repeating: "0,", count: JSONReader.maxNodes) + "0]"
    var reader = JSONReader(Array(text.utf8))
    #expect { try reader.readValue() } throws: {
      ($0 as? JSONError)?.expected == "a value of at most \(JSONReader.maxNodes) parts"
    }
  }

  private func describe(_ value: JSONValue) -> String {
    if value.isArray { return "[\(value.elements.map(describe))]" }
    if value.isObject { return "{\(value["a\n"].map(describe) ?? "") \(value["b"].map(describe) ?? "")}" }
    return value.string ?? value.bool.map(String.init) ?? "null"
  }

  @Test func `white space after a value is skipped`() throws {
    let blanks = String(repeating: " \n\t\r", count: 2_000_000)
    var reader = JSONReader([], then: ChunkedSource(Array(("1" + blanks + "2" + blanks).utf8), piece: 1 << 18))
    #expect(try reader.readValue().text == "1")
    #expect(try reader.readValue().text == "2")
    let isAtEnd = reader.isAtEnd
    #expect(isAtEnd)
  }
}
