import TerminalKit
import TestSupport

/// Chooses steps at random, such that it gets everywhere.
@MainActor
struct Walker {
  private static let keys: [Key] =
    [
      .enter, .tab, .backTab, .escape, .backspace, .delete, .up, .down, .left, .right, .home, .end, .pageUp,
      .pageDown,
    ] + (1...20).map { .function($0) } + "abcdefghijklmnopqrstuvwxyz ".map { .control($0) }
    + "abcdefghijklmnopqrstuvwxyzGHLMNRY0123456789 /?,.;:!~+%=#@軌道é👩‍👩‍👧🇯🇵❤️\u{202E}\u{0301}ß".map { .character($0) }
  private static let words = [
    "open-sesame", "let-me-in", "wrong", "password@demo", "expired@demo", "ada@demo", "@slow@demo", "nobody", "the",
    "loom", "engine", "zzzz", "1843", "  ", "軌道", "e\u{0301}", "👩‍👩‍👧", "a b",
  ]
  private static let pasted = [
    "Gq", "q", "q\n\u{3}", "loom", "two\nlines\r\nof text\t", "軌道 👩‍👩‍👧", "\u{1B}[201~q", "\u{1B}[31m\u{9B}1m\u{202E}",
    "\n", "",
    String(repeating: "long \\ ", count: 2_000),
  ]
  private static let reports = [
    "0;20;8M", "0;20;8m", "64;1;1M", "65;300;200M", "35;5;5M", "2;1;24M", "0;1;1M", "0;30;12M", "0;12;1M", "0;76;24M",
    "0;10;23M", "0;8;9M", "65;20;8M", "64;20;8M",
  ]
  private static let accounts = [
    "ada", "ada", "ada", "slow", "partly", "flaky", "limited", "expired", "empty", "password", "nobody",
  ]
  private static let seconds = [0.05, 0.1, 1, 2, 3, 15, 61, 3_600]
  private static let sizes = [
    Size(width: 80, height: 24), Size(width: 80, height: 24), Size(width: 40, height: 10), Size(width: 20, height: 5),
    Size(width: 200, height: 60), Size(width: 120, height: 40), Size(width: 19, height: 4), Size(width: 1, height: 1),
  ]

  private var generator: SeededGenerator
  /// Steps that belong together.
  private var planned: [WalkStep] = []

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  mutating func next(in session: WalkSession) -> WalkStep {
    if !planned.isEmpty { return planned.removeFirst() }
    if session.isTyping, chance(35) { return type() }
    if session.isTyping, chance(10) { return .paste(Self.pasted.randomElement(using: &generator) ?? "") }
    // There is little to do where nothing can be read.
    if session.isTooSmall, chance(50) { return .resize(size()) }
    // Help explains itself, and that again: way back is the way on.
    if ["Help", "About"].contains(session.title), chance(40) { return .key(.escape) }
    switch Int.random(in: 0..<100, using: &generator) {
    case ..<70: return key(in: session)
    case ..<76: return .wait(seconds: Self.seconds.randomElement(using: &generator) ?? 1)
    case ..<80: return .resize(size())
    case ..<84: return .fault(WalkFault.allCases.randomElement(using: &generator) ?? .offline)
    case ..<87: return .rounds(.random(in: 1...6, using: &generator))
    case ..<89: return .start(start())
    case ..<91: return .paste(Self.pasted.randomElement(using: &generator) ?? "")
    case ..<92: return .mouse(report: Self.reports.randomElement(using: &generator) ?? "")
    case ..<93: return .focus(chance(50))
    default: return journey()
    }
  }
}

extension Walker {
  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

  private mutating func key(in session: WalkSession) -> WalkStep {
    var key: Key
    repeat {
      switch Int.random(in: 0..<10, using: &generator) {
      case ..<5: key = rarest(of: session.offeredKeys, in: session) ?? anyKey()
      case ..<8: key = rarest(of: session.liveKeys, in: session) ?? anyKey()
      default: key = anyKey()
      }
      // Whoever quits at every turn gets nowhere.
    } while [.character("q"), .control("c")].contains(key) && chance(80)
    return chance(25) ? .hurriedKey(key) : .key(key)
  }

  /// Of some keys the one that was tried least often: where many lead, few would get.
  private mutating func rarest(of keys: [Key], in session: WalkSession) -> Key? {
    let some = (0..<3).compactMap { _ in keys.randomElement(using: &generator) }
    return some.min { session.tries(of: $0) < session.tries(of: $1) }
  }

  private mutating func anyKey() -> Key { Self.keys.randomElement(using: &generator) ?? .enter }

  private mutating func type() -> WalkStep {
    let word = Self.words.randomElement(using: &generator) ?? ""
    planned = word.map { chance(50) ? .key(.character($0)) : .hurriedKey(.character($0)) }
    planned.append(.key(chance(70) ? .enter : .tab))
    return planned.removeFirst()
  }

  /// Ways that chance alone seldom takes to their end.
  private mutating func journey() -> WalkStep {
    let ways: [[WalkStep]] = [
      [.key(.character("g")), .key(.character("s"))],
      [.key(.character("G")), .key(.character("k"))],
      [.key(.enter), .key(.character("j")), .key(.enter), .key(.enter)],
      [.start(.account("ada@demo")), .key(.enter)],
      [.start(.account("ada@demo")), .key(.character("j")), .key(.character("/"))],
      [.key(.character("R")), .key(.escape)],
      [.fault(.slow), .key(.character("R")), .wait(seconds: 1)],
      search("e"), search("loom"), search("orbit"), search("5"), search("zzzz"), search("the engine"),
      search("from:ada -e"),
      search("since:20"), search("has:x \"the e"),
      [.key(.control("n")), .hurriedKey(.control("n")), .key(.control("p"))],
      [.key(.character("?")), .key(.character("a"))],
      [.key(.character("R")), .key(.character("u")), .key(.character("u"))],
      [.key(.character("R")), .key(.character("G")), .key(.character("A"))],
      goTo("2026-11"), goTo("1843"), goTo("today"), goTo("a b"),
      [.key(.character("o")), .key(.character("1"))],
      find("a"), find("refr"), find("demo"), find("zzz"), [.key(.control("k")), .key(.control("n")), .key(.enter)],
    ]
    planned = ways.randomElement(using: &generator) ?? []
    return planned.removeFirst()
  }

  private func search(_ words: String) -> [WalkStep] {
    [.key(.character("/"))] + words.map { .hurriedKey(.character($0)) } + [.key(.enter), .key(.character("n"))]
  }

  private func find(_ letters: String) -> [WalkStep] {
    [.key(.character(":"))] + letters.map { .hurriedKey(.character($0)) } + [.key(.enter)]
  }

  private func goTo(_ date: String) -> [WalkStep] {
    [.key(.character("g")), .key(.character("d"))] + date.map { .hurriedKey(.character($0)) } + [.key(.enter)]
  }

  private mutating func size() -> Size {
    // All that is drawn takes its time there: not for long.
    if chance(3) {
      planned = [.key(.character("j")), .resize(Size(width: 80, height: 24))]
      return Size(width: 500, height: 200)
    }
    if chance(60), let size = Self.sizes.randomElement(using: &generator) { return size }
    return Size(width: .random(in: 1...200, using: &generator), height: .random(in: 1...60, using: &generator))
  }

  private mutating func start() -> WalkStart {
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: .demo
    case 1: .tour
    case 2: .last
    default: .account((Self.accounts.randomElement(using: &generator) ?? "ada") + "@demo")
    }
  }
}
