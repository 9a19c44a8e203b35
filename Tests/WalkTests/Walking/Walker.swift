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
  private static let accounts = ["ada", "slow", "flaky", "limited", "expired", "empty", "password", "nobody"]
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
    if session.isTyping, chance(25) { return type() }
    switch Int.random(in: 0..<100, using: &generator) {
    case ..<70: return key(in: session)
    case ..<78: return .wait(seconds: Self.seconds.randomElement(using: &generator) ?? 1)
    case ..<84: return .resize(size())
    case ..<88: return .fault(WalkFault.allCases.randomElement(using: &generator) ?? .offline)
    case ..<91: return .rounds(.random(in: 1...6, using: &generator))
    case ..<93: return .start(start())
    default: return journey()
    }
  }
}

extension Walker {
  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

  private mutating func key(in session: WalkSession) -> WalkStep {
    let key: Key
    switch Int.random(in: 0..<10, using: &generator) {
    case ..<4: key = session.offeredKeys.randomElement(using: &generator) ?? anyKey()
    case ..<8: key = session.liveKeys.randomElement(using: &generator) ?? anyKey()
    default: key = anyKey()
    }
    return chance(15) ? .hurriedKey(key) : .key(key)
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
      [.key(.character("R")), .key(.escape)],
      [.fault(.slow), .key(.character("R")), .wait(seconds: 1)],
      [.key(.character("/")), .key(.character("e")), .key(.enter), .key(.character("n"))],
      [.key(.control("n")), .hurriedKey(.control("n")), .key(.control("p"))],
      [.key(.character("?")), .key(.character("a"))],
      [.key(.character("o")), .key(.character("1"))],
    ]
    planned = ways.randomElement(using: &generator) ?? []
    return planned.removeFirst()
  }

  private mutating func size() -> Size {
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
