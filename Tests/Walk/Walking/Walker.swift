import SimulatedServer
import TerminalKit
import TestSupport

/// Chooses random steps that reach all parts of the program.
@MainActor
struct Walker {
  private static let keys: [Key] =
    [
      .enter, .tab, .backTab, .escape, .backspace, .delete, .up, .down, .left, .right, .home, .end, .pageUp,
      .pageDown,
    ] + (1...20).map { .function($0) } + "abcdefghijklmnopqrstuvwxyz ".map { .control($0) }
    + "abcdefghijklmnopqrstuvwxyzGHJLMNORVYZ0123456789 /?,.;:!~+%=#@[]軌道é👩‍👩‍👧🇯🇵❤️\u{202E}\u{0301}ß".map { .character($0) }
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
  /// The remaining steps of a planned sequence.
  private var planned: [WalkStep] = []
  private let isLive: Bool

  /// - Parameter isLive: whether it starts with an account at a server and returns to it.
  init(seed: UInt64, isLive: Bool = false) {
    generator = SeededGenerator(seed: seed)
    self.isLive = isLive
    if isLive { planned = [.start(.live)] }
  }

  mutating func next(in session: WalkSession) -> WalkStep {
    if !planned.isEmpty { return planned.removeFirst() }
    if session.isTyping, chance(35) { return type() }
    if session.isMenuOpen, chance(40) {
      planned = menuSequence()
      return planned.removeFirst()
    }
    if session.isWriting, chance(40) { return write() }
    if session.isForm, chance(40) {
      planned = formSequence()
      return planned.removeFirst()
    }
    if isLive, chance(12) { return .server(moment()) }
    if session.isTyping, chance(10) { return .paste(Self.pasted.randomElement(using: &generator) ?? "") }
    // There is little to do on a screen that is too small.
    if session.isTooSmall, chance(50) { return .resize(size()) }
    // Help can open help again, so go back often.
    if ["Help", "About"].contains(session.title), chance(40) { return .key(.escape) }
    if isLive, !session.isWriting, chance(8) { return serverSequence() }
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
    default: return isLive && chance(80) ? serverSequence() : demoSequence()
    }
  }
}

extension Walker {
  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

  /// Moves the cursor of a menu or types letters of an entry, then chooses.
  private mutating func menuSequence() -> [WalkStep] {
    let keys: [Key] = [
      .down, .down, .up, .control("n"), .control("p"), .pageDown, .right, .left, .character("/"), .enter,
    ]
    return (0..<Int.random(in: 1...4, using: &generator)).compactMap { _ in
      keys.randomElement(using: &generator).map { chance(50) ? .key($0) : .hurriedKey($0) }
    }
  }

  /// Moves through the fields of a form, types into them, and opens their choices.
  private mutating func formSequence() -> [WalkStep] {
    let keys: [Key] = [.tab, .tab, .backTab, .down, .up, .enter, .right, .left, .control("s"), .escape]
    return (0..<Int.random(in: 1...4, using: &generator)).flatMap { _ -> [WalkStep] in
      if chance(30) { return typed(Self.words.randomElement(using: &generator) ?? "") }
      return keys.randomElement(using: &generator).map { [chance(50) ? .key($0) : .hurriedKey($0)] } ?? []
    }
  }

  private mutating func key(in session: WalkSession) -> WalkStep {
    var key: Key
    repeat {
      switch Int.random(in: 0..<10, using: &generator) {
      case ..<5: key = rarest(of: session.hintedKeys, in: session) ?? anyKey()
      case ..<8: key = rarest(of: session.boundKeys, in: session) ?? anyKey()
      default: key = anyKey()
      }
      // Quit rarely, to get further.
    } while [.character("q"), .control("c")].contains(key) && chance(80)
    return chance(25) ? .hurriedKey(key) : .key(key)
  }

  /// The least pressed of three random keys, so that all are tried.
  private mutating func rarest(of keys: [Key], in session: WalkSession) -> Key? {
    let some = (0..<3).compactMap { _ in keys.randomElement(using: &generator) }
    return some.min { session.tries(of: $0) < session.tries(of: $1) }
  }

  private mutating func anyKey() -> Key { Self.keys.randomElement(using: &generator) ?? .enter }

  private mutating func type() -> WalkStep {
    let word = Self.words.randomElement(using: &generator) ?? ""
    planned = word.map { chance(50) ? .key(.character($0)) : .hurriedKey(.character($0)) }
    let endings: [Key] = [.enter, .enter, .enter, .tab, .backTab, .down, .up]
    planned.append(.key(endings.randomElement(using: &generator) ?? .enter))
    return planned.removeFirst()
  }

  /// Writes text that is then sent, saved or discarded.
  private mutating func write() -> WalkStep {
    let word = Self.words.randomElement(using: &generator) ?? ""
    let endings: [[WalkStep]] = [
      [], [], [.wait(seconds: 1)], [.key(.escape)], [.key(.control("x")), .key(.enter)],
      [.key(.control("x")), .key(.enter)], [.key(.control("x")), .hurriedKey(.enter)],
      [.key(.control("x")), .key(.character("k")), .key(.character("y"))],
      [.key(.tab), .key(.enter), .key(.down), .key(.enter)], [.key(.tab), .key(.tab), .key(.backTab), .key(.tab)],
      [.key(.tab), .hurriedKey(.down), .key(.down), .key(.enter)], [.key(.control("x")), .key(.down), .key(.enter)],
      [.key(.control("x")), .key(.character("l"))] + typed("germ") + [.key(.enter)],
    ]
    planned = word.map { .hurriedKey(.character($0)) } + [.key(.character(" "))]
    planned += endings.randomElement(using: &generator) ?? []
    return planned.removeFirst()
  }

  private mutating func moment() -> ServerMoment {
    let moments = chance(50) ? ServerMoment.events : ServerMoment.faults
    let moment = moments.randomElement(using: &generator) ?? .writes
    // Repeat the fault for the next few requests.
    if moment.isFault, chance(50) {
      planned = Array(repeating: .server(moment), count: .random(in: 1...6, using: &generator))
    }
    return moment
  }

  private mutating func serverSequence() -> WalkStep {
    let send: [WalkStep] = [.key(.control("x")), .key(.enter)]
    let sequences: [[WalkStep]] = [
      [.key(.character("c"))] + typed("the cards") + send,
      [.key(.character("c"))] + typed("軌道 👩‍👩‍👧") + send + [.key(.character("U"))],
      [.key(.character("c"))] + typed("kept") + [.key(.escape), .key(.character("c"))] + typed("!") + send,
      [.key(.character("c"))] + typed("never") + [.start(.last)],
      [.key(.character("c"))] + typed("sent") + send + [.start(.live)],
      [.key(.character("r"))] + typed("yes") + send + [.wait(seconds: 15)],
      [.key(.character("f")), .hurriedKey(.character("f")), .key(.character("f"))],
      [.key(.character("f")), .key(.character("U"))],
      [.key(.character("b")), .wait(seconds: 1), .key(.character("b"))],
      [.key(.character("B")), .key(.character("U")), .wait(seconds: 61)],
      [.key(.character("a")), .key(.character("d")), .key(.character("y"))],
      [.key(.character("a")), .key(.character("e"))] + typed("more") + send,
      [.key(.character("a")), .key(.character("w"))] + typed("again") + send,
      [.key(.character("p")), .key(.enter), .key(.escape)],
      [.key(.tab), .key(.tab), .key(.enter)],
      [.start(.live)] + signIn("ada"), [.start(.live)] + signIn("grace"), signIn("nobody"),
      [.start(.live), .key(.escape)] + signIn("ada"),
      [.server(.busy), .key(.character("j")), .key(.character("u"))],
      [.server(.breaks), .wait(seconds: 3), .server(.writes)],
      [.key(.character("G")), .wait(seconds: 1), .key(.character("G")), .key(.character("k"))],
      [.key(.character("/"))] + typed("cards") + [.key(.enter), .key(.character("S")), .key(.enter)],
      managed("l", "n", typed("Friends")), managed("l", "e", typed("!")),
      managed("f", "ns", typed("Spoilers")) + [.key(.character("j"))] + field(typed("finale")) + [save],
      managed("f", "", typed("!")), [.key(.character("g")), .key(.character("l")), .key(.enter)] + added("@alan"),
      [.key(.character("g")), .key(.character("#"))] + added("#steam"),
      [.key(.character("p")), .key(.character("a")), .key(.character("N"))] + field(typed("met")) + [save],
      [.key(.character("p")), .key(.character("a")), .key(.character("*")), .key(.character("a"))]
        + [.key(.character("E"))],
      [.key(.character("g")), .key(.character("l")), .key(.character("x")), .key(.character("y"))],
      [.key(.character("g")), .key(.character("a")), .key(.character("a")), .key(.character("x"))],
      [.key(.character("g")), .key(.character("u")), .key(.character("a")), .key(.character("x"))],
      [.key(.character("g")), .key(.character("t")), .key(.enter)], [.key(.character("g")), .key(.character("i"))],
      [.key(.character("a")), .key(.character("T")), .wait(seconds: 1), .key(.character("a")), .key(.character("T"))],
      [.key(.tab), .key(.character("g")), .key(.character("r")), .key(.character("=")), .key(.character("G"))]
        + [.key(.enter)],
      [.key(.character("g")), .key(.character("c")), .key(.enter), .key(.escape), .key(.character("a"))]
        + [.key(.character("x"))],
      [.start(.live)], [.key(.escape), .key(.escape), .key(.character("1"))],
    ]
    planned = sequences.randomElement(using: &generator) ?? []
    return planned.removeFirst()
  }

  private var save: WalkStep { .key(.control("s")) }

  /// Opens a list of what the user manages, then a form, and types into its first field.
  private func managed(_ list: String, _ keys: String, _ text: [WalkStep]) -> [WalkStep] {
    let open = ("g" + list + keys).map { WalkStep.key(.character($0)) } + (keys.isEmpty ? [.key(.enter)] : [])
    return open + field(text) + [save]
  }

  /// Types into the selected field of a form.
  private func field(_ text: [WalkStep]) -> [WalkStep] { [.key(.enter)] + text + [.key(.enter)] }

  /// Adds an entry to a list by its name.
  private func added(_ name: String) -> [WalkStep] { [.key(.character("n"))] + typed(name) + [.key(.enter)] }

  private func typed(_ text: String) -> [WalkStep] { text.map { .hurriedKey(.character($0)) } }

  private func signIn(_ name: String) -> [WalkStep] {
    [.key(.character("s")), .key(.character("n"))] + typed("walk.example") + [.key(.enter), .wait(seconds: 1)]
      + typed(name) + [.key(.enter), .wait(seconds: 1)]
  }

  /// Sequences that random steps rarely complete.
  private mutating func demoSequence() -> WalkStep {
    let sequences: [[WalkStep]] = [
      [.key(.character("g")), .key(.character("s"))],
      [.key(.character("G")), .key(.character("k"))],
      [.key(.enter), .key(.character("j")), .key(.enter), .key(.enter)],
      [.start(.account("ada@demo")), .key(.enter)],
      [.start(.account("gatsby@demo")), .key(.tab), .key(.character("V")), .key(.character("i"))],
      [.start(.account("gatsby@demo")), .key(.tab), .key(.character("g")), .key(.character("r"))],
      [.start(.account("gatsby@demo")), .key(.character("g")), .key(.character("c"))],
      [.key(.character("g")), .key(.character("n"))],
      [.key(.character("=")), .hurriedKey(.character("-")), .key(.character("G")), .key(.enter)],
      [.key(.character("V")), .key(.character("V")), .hurriedKey(.character("V")), .key(.enter)],
      [
        .key(.enter), .key(.character("Z")), .key(.character("J")), .hurriedKey(.character("Z")), .key(.character("j")),
      ],
      [.key(.enter), .key(.character("j")), .key(.character("Z")), .key(.character("u"))],
      [.start(.account("ada@demo")), .key(.character("j")), .key(.character("/"))],
      [.start(.account("live@demo")), .key(.character("[")), .key(.character("]")), .hurriedKey(.character("["))],
      [.key(.character("O")), .key(.character("j")), .key(.character("G")), .key(.character("u"))],
      [.key(.character("O")), .wait(seconds: 15), .key(.character("R")), .hurriedKey(.character("k"))],
      [
        .start(.account("live@demo")), .wait(seconds: 61), .key(.character("g")), .key(.character("p")),
        .key(.character("i")),
      ],
      [.key(.character("R")), .key(.escape)],
      [.fault(.slow), .key(.character("R")), .wait(seconds: 1)],
      search("e"), search("loom"), search("orbit"), search("5"), search("zzzz"), search("the engine"),
      search("from:ada -e"),
      search("since:20"), search("has:x \"the e"),
      [.key(.control("n")), .hurriedKey(.control("n")), .key(.control("p"))],
      [.key(.character("?")), .key(.character("a"))],
      [.key(.character("?")), .key(.character("/"))] + typed("re") + [.key(.enter), .key(.escape)],
      [.key(.function(2)), .key(.character("/"))] + typed("pict") + [.key(.enter), .key(.down), .key(.enter)],
      [.key(.function(2)), .key(.down), .key(.enter), .key(.down), .key(.enter)],
      [.key(.function(2)), .key(.character("K")), .key(.character("/"))] + typed("like") + [.key(.enter)],
      [.key(.character("g")), .key(.character("f")), .key(.character("n"))] + typed("loom") + [.key(.tab), save],
      [.key(.character("X")), .key(.tab), .key(.tab), .key(.enter), .key(.down), .key(.enter), save],
      [.key(.character("g")), .key(.character("l")), .key(.character("n"))] + typed("Looms") + [.key(.backTab), save],
      [.key(.character("g")), .key(.character("e")), .key(.tab), .key(.down)] + typed("!") + [.key(.escape)],
      [.key(.character("g")), .key(.character("o"))] + typed("@ada") + [.key(.enter), .key(.escape)],
      [.key(.character("a")), .key(.character("!")), .key(.enter), .key(.down), .key(.enter)],
      [.key(.character("a")), .key(.character("N"))] + typed("met") + [.key(.tab), save],
      [.key(.character("c")), .key(.tab), .key(.enter), .key(.down), .key(.enter)],
      [.key(.character("c")), .key(.control("x")), .key(.character("v")), .key(.down), .key(.enter)],
      [.key(.character("R")), .key(.character("u")), .key(.character("u"))],
      [.key(.character("R")), .key(.character("G")), .key(.character("A"))],
      goTo("2026-11"), goTo("1843"), goTo("today"), goTo("a b"),
      [.key(.character("o")), .key(.character("1"))],
      find("a"), find("refr"), find("demo"), find("zzz"), [.key(.control("k")), .key(.control("n")), .key(.enter)],
    ]
    planned = sequences.randomElement(using: &generator) ?? []
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
    // Drawing a large screen is slow, so only for a moment.
    if chance(3) {
      planned = [.key(.character("j")), .resize(Size(width: 80, height: 24))]
      return Size(width: 500, height: 200)
    }
    if chance(60), let size = Self.sizes.randomElement(using: &generator) { return size }
    return Size(width: .random(in: 1...200, using: &generator), height: .random(in: 1...60, using: &generator))
  }

  private mutating func start() -> WalkStart {
    if isLive, chance(60) { return chance(50) ? .live : .last }
    return switch Int.random(in: 0..<5, using: &generator) {
    case 0: .demo
    case 1: .tour
    case 2: .last
    default: .account((Self.accounts.randomElement(using: &generator) ?? "ada") + "@demo")
    }
  }
}
