import TerminalKit
import TestSupport
import Testing

@Suite struct RandomSentenceTests {
  init() { UTF8Locale.set() }

  @Test(arguments: 0..<20) func `Lines break correctly around punctuation, numbers and addresses`(
    seed: UInt64
  ) {
    for seed in (seed * 10)..<(seed * 10 + 10) {
      let sentence = RandomSentence(seed: seed)
      for width in 1...80 {
        let lines = TextLayout.wrap(StyledText(sentence.text), width: width).map(\.plain)
        #expect(lines.allSatisfy { TextLayout.width(of: $0) <= width })
        guard width >= sentence.maxPartWidth else { continue }
        for line in lines.dropFirst() { #expect(!RandomSentence.startsBadly(line), "\(seed), \(width): \(lines)") }
        for line in lines { #expect(!RandomSentence.endsBadly(line), "\(seed), \(width): \(lines)") }
        for whole in sentence.wholes { #expect(lines.contains { $0.contains(whole) }, "\(seed), \(width): \(lines)") }
      }
    }
  }
}
