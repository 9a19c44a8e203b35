import Testing

@testable import Formats

/// JSON that is never in memory as a whole.
struct JSONWindowTests {
  @Test(arguments: [1, 2, 3, 7])
  func `a text in pieces reads like the whole`(piece: Int) throws {
    let text = #" [ {"a\n": "x\"\\y", "b": [true, null, -1.5e3, {}] } , "é😀" , [] ] "#
    var whole = JSONReader(Array(text.utf8))
    var pieces = JSONReader([], then: PieceSource(Array(text.utf8), piece: piece))
    #expect(try describe(pieces.readValue()) == describe(whole.readValue()))
    let isAtEnd = pieces.isAtEnd
    #expect(isAtEnd)
  }

  @Test func `what has been read is let go, and its lines are still counted`() throws {
    let line = #"{"id": "\#(String(repeating: "a", count: 10_000))"}"# + ",\n"
    let text = "[\n" + String(repeating: line, count: 200) + "  oops]"
    var reader = JSONReader([], then: PieceSource(Array(text.utf8), piece: 5000))
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
  func `lines that have been let go are counted`(lines: Int) throws {
    let value = "\"\(String(repeating: "x", count: 300_000))\""
    var reader = JSONReader(
      [], then: PieceSource(Array(("[\(value)" + String(repeating: "\n", count: lines) + ",").utf8), piece: 1 << 16))
    _ = reader.takes("[")
    #expect(try reader.readValue().string?.count == 300_000)
    _ = reader.takes(",")
    // What was read before is let go here.
    #expect { try reader.readValue() } throws: { error in
      (error as? JSONError).map { reader.lineAndColumn(of: $0).line } == lines + 1
    }
  }

  @Test func `a string ends at its quote, wherever that and its escapes stand`() throws {
    for length in 0..<40 {
      let letters = String(repeating: "a", count: length)
      for (text, meaning) in [
        (letters, letters), (letters + #"\""# + letters, letters + "\"" + letters), (letters + #"\\"#, letters + "\\"),
      ] {
        var reader = JSONReader(Array("\(String(repeating: " ", count: length))\"\(text)\",1".utf8))
        #expect(try reader.readValue().string == meaning)
        let takesComma = reader.takes(",")
        #expect(takesComma)
      }
    }
  }

  @Test(arguments: [1, 7, 1 << 18])
  func `a look ahead takes nothing away, wherever a piece ends`(piece: Int) throws {
    let blanks = String(repeating: " ", count: (1 << 18) - 3)
    var reader = JSONReader(
      [], then: PieceSource(Array((blanks + #" {"first key": 1} {"second": 2}"#).utf8), piece: piece))
    #expect(reader.keyAhead == "first key")
    #expect(reader.keyAhead == "first key")
    #expect(try reader.readValue()["first key"]?.int == 1)
    #expect(reader.keyAhead == "second")
    #expect(try reader.readValue()["second"]?.int == 2)
    #expect(reader.keyAhead == nil)
  }

  @Test func `a value that is too long is refused, and what comes after it is read`() throws {
    let huge = [UInt8](repeating: UInt8(ascii: "a"), count: JSONReader.maxLength + (1 << 20))
    let text = Array(#"["1", ""#.utf8) + huge + Array(#"", "2"]"#.utf8)
    var reader = JSONReader([], then: PieceSource(text, piece: 1 << 18))
    _ = reader.takes("[")
    #expect(try reader.readValue().string == "1")
    _ = reader.takes(",")
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
    _ = reader.takes(",")
    #expect(try reader.readValue().string == "2")
  }

  @Test func `a value of too many parts is refused`() {
    let text = "[" + String(repeating: "0,", count: JSONReader.maxParts) + "0]"
    var reader = JSONReader(Array(text.utf8))
    #expect { try reader.readValue() } throws: {
      ($0 as? JSONError)?.expected == "a value of at most \(JSONReader.maxParts) parts"
    }
  }

  private func describe(_ value: JSONValue) -> String {
    if value.isArray { return "[\(value.elements.map(describe))]" }
    if value.isObject { return "{\(value["a\n"].map(describe) ?? "") \(value["b"].map(describe) ?? "")}" }
    return value.string ?? value.bool.map(String.init) ?? "null"
  }

  @Test func `blanks behind a value are passed over, however many`() throws {
    let blanks = String(repeating: " \n\t\r", count: 2_000_000)
    var reader = JSONReader([], then: PieceSource(Array(("1" + blanks + "2" + blanks).utf8), piece: 1 << 18))
    #expect(try reader.readValue().text == "1")
    #expect(try reader.readValue().text == "2")
    let isAtEnd = reader.isAtEnd
    #expect(isAtEnd)
  }
}
