import Testing

@testable import InMemoryTimelines
@Suite struct PositionTableTests {
  private let words = (0..<5_000).map { "word \($0)" }

  @Test(arguments: [0, 5_000]) func `It finds exactly its positions, whatever its initial size`(
    expected: Int
  ) {
    var table = PositionTable(expecting: expected)
    for (position, word) in words.enumerated() { table.add(position, hash: word.hashValue) }
    for (position, word) in words.enumerated() {
      #expect(table.position(hash: word.hashValue) { words[$0] == word } == position)
    }
    #expect(table.position(hash: "another".hashValue) { words[$0] == "another" } == nil)
  }

  @Test func `Equal hashes are distinguished`() {
    var table = PositionTable()
    for position in 0..<100 { table.add(position, hash: -7) }
    #expect(table.position(hash: -7) { $0 == 42 } == 42)
    #expect(table.position(hash: -7) { $0 == 100 } == nil)
    #expect(table.position(hash: 7) { _ in true } == nil)
  }
}
