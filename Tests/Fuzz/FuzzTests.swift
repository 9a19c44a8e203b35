import Foundation
import Fuzzing
import Testing

/// A short form of `make fuzz`.
@MainActor
struct FuzzTests {
  @Test(arguments: [1, 2, 3])
  func `damaged files of every format give posts or one clear line`(seed: UInt64) throws {
    var mutator = Mutator(fixtures: FuzzFixtures.all, seed: seed)
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("tern-fuzz-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    for number in 0..<300 {
      try Data(mutator.next()).write(to: file)
      do {
        _ = try FuzzCheck.run(path: file.path)
      } catch {
        Issue.record("seed \(seed), file \(number): \(error)")
      }
    }
  }

  @Test func `the same seed produces the same damage`() {
    let fixtures = [Array(#"[{"id": "1", "content": "a"}]"#.utf8), Array(#"{"feed": []}"#.utf8)]
    var first = Mutator(fixtures: fixtures, seed: 7)
    var second = Mutator(fixtures: fixtures, seed: 7)
    let files = (0..<50).map { _ in first.next() }
    #expect(files == (0..<50).map { _ in second.next() })
    #expect(Set(files).count > 40)
  }
}
