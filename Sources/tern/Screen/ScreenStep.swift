import TerminalKit

/// One of the things that `--keys` can say.
enum ScreenStep: Hashable {
  case key(Key)
  case wait(seconds: Double)

  init?(_ word: String) {
    if word.count > 2, word.hasPrefix("+"), word.hasSuffix("s"), let seconds = Double(word.dropFirst().dropLast()),
      (0...1e6).contains(seconds)
    {
      self = .wait(seconds: seconds)
    } else if let key = Key(tmuxName: word) {
      self = .key(key)
    } else {
      return nil
    }
  }
}
