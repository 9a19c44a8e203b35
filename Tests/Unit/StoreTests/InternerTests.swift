import Testing

@testable import Store

@Suite struct InternerTests {
  @Test func `Equal values share a number, in order of occurrence`() {
    var interner = Interner<String>()
    #expect(["b", "a", "a", "b", "c", "a"].map { interner.number(of: $0) } == [0, 1, 1, 0, 2, 1])
    #expect(interner.map(\.self) == ["b", "a", "c"])
    #expect(interner[2] == "c")
  }
}
