import Testing

@testable import Formats

struct CodePointsTests {
  @Test(arguments: ["", "plain", "軌道はまだ", "e\u{301}👩‍🚀 &amp;", String(repeating: "é👍a", count: 300)])
  func `positions count code points`(text: String) {
    let points = CodePoints(text)
    let scalars = Array(text.unicodeScalars)
    #expect(points.count == scalars.count)
    for start in stride(from: 0, through: scalars.count, by: 7) {
      for end in [start, min(start + 3, scalars.count), scalars.count] {
        #expect(Array(points[start..<end].unicodeScalars) == Array(scalars[start..<end]))
      }
    }
  }

  @Test func `the first occurrence is found`() {
    #expect(CodePoints("軌道 t.co t.co").firstRange(of: "t.co") == 3..<7)
    #expect(CodePoints("軌道").firstRange(of: "t.co") == nil)
  }
}
