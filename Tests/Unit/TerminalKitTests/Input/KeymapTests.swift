import TerminalKit
import TestSupport
import Testing

@MainActor @Suite struct KeymapTests {
  private static let goTo = "go to"
  private let newest = Command("newest", "newest post", keys: ["g g", "Home"], menu: goTo)
  private let account = Command("account", "switch account", keys: ["g s"], menu: goTo)
  private let next = Command("next", "next post", keys: ["j", "Down"])
  private let join = Command("join", "join", keys: ["j"])

  /// "j Down next post"; the keys of a menu in parentheses after its title.
  private func descriptions(_ bindings: [KeyBinding]) -> [String] {
    bindings.map { binding in
      guard case .menu(let choices) = binding.effect else { return "\(binding.keysLabel) \(binding.title)" }
      return "\(binding.keysLabel) \(binding.title) (\(descriptions(choices()).joined(separator: ", ")))"
    }
  }

  private func bindings(_ keymap: Keymap, _ commands: [Command], in field: Bool = false) -> [String] {
    let isText = TextField().handledKeys
    return descriptions(keymap.bindings(of: commands.map { AvailableCommand($0) {} }) { !field || !isText($0) })
  }

  @Test func `A shared key belongs to the first command`() {
    #expect(bindings(.standard, [next, join]) == ["j Down next post"])
    #expect(bindings(.standard, [join, next]) == ["j join", "Down next post"])
  }

  @Test func `Sequences with a common first key form a menu`() {
    #expect(
      bindings(.standard, [newest, next, account]) == [
        "Home newest post", "j Down next post", "g go to (g newest post, s switch account)",
      ])
  }

  @Test func `A bound key does not start a sequence`() {
    let first = Command("first", "first", keys: ["g"])
    #expect(bindings(.standard, [first, newest, account]) == ["g first", "Home newest post"])
    #expect(bindings(.standard, [account, first]) == ["g go to (s switch account)"])
  }

  @Test func `Configured keys replace the default ones and come first`() {
    let keymap = Keymap(custom: ["next": ["x", "g s"], "join": ["n"]])
    #expect(bindings(keymap, [account, next, join]) == ["x next post", "g go to (s next post)", "n join"])
    #expect(bindings(Keymap(custom: ["join": ["Down"]]), [next, join]) == ["j next post", "Down join"])
  }

  @Test func `Added keys come first and default keys stay`() {
    let keymap = Keymap(added: ["join": ["x", "Down"]])
    #expect(keymap.keys(of: join).map(\.names) == ["x", "Down", "j"])
    #expect(bindings(keymap, [next, join]) == ["j next post", "x Down join"])
    #expect(bindings(keymap, [join, next]) == ["x Down j join"])
    #expect(keymap.label(of: next) == "j" && keymap.label(of: join) == "x")
  }

  @Test func `Unbound keys and their sequences have no effect`() {
    let keymap = Keymap(added: ["next": ["g n"]], unbound: ["g", "j"])
    #expect(keymap.keys(of: newest).map(\.names) == ["Home"])
    #expect(keymap.keys(of: account) == [] && keymap.keys(of: join) == [])
    #expect(
      bindings(keymap, [newest, next, account, join]) == [
        "Home newest post", "Down next post", "g more keys (n next post)",
      ])
  }

  @Test func `Default keys hidden by configured sequences are not shown`() {
    #expect(Keymap(added: ["account": ["j x"]]).label(of: next) == "Down")
    #expect(Keymap(added: ["next": ["g"]]).label(of: newest) == "Home")
  }

  @Test func `A command may have long sequences or no keys`() {
    let keymap = Keymap(custom: ["next": ["g x y"], "join": []])
    #expect(bindings(keymap, [next, join]) == ["g more keys (x more keys (y next post))"])
    #expect(keymap.label(of: join) == nil)
    #expect(keymap.sentence(join, "joins") == "")
  }

  @Test func `In a field the keys that edit its text are not bound`() {
    #expect(bindings(.standard, [newest, next, account], in: true) == ["Down next post"])
  }

  @Test func `The first key without conflict is shown`() {
    #expect(Keymap.standard.label(of: next) == "j")
    #expect(Keymap.standard.label(of: account) == "gs")
    #expect(Keymap.standard.sentence(next, "leads on") == "j leads on")
    #expect(Keymap(custom: ["join": ["j"]]).label(of: next) == "Down")
    #expect(Keymap(custom: ["next": ["Space n"]]).label(of: next) == "Space n")
  }

  @Test(arguments: [("g s", "gs"), ("C-d", "^D"), ("Escape Escape", "Esc Esc"), ("S-Tab", "S-Tab")])
  func `Sequences have readable labels`(names: String, label: String) {
    #expect(KeySequence(names)?.label == label)
  }

  @Test(arguments: ["", " ", "gs", "g nothing", "C-"])
  func `Invalid sequences are rejected`(names: String) {
    #expect(KeySequence(names) == nil)
  }

  @Test func `Commands with a common key define their precedence`() {
    func conflicts(_ commands: [Command]) -> [String] {
      Keymap.standard.undeclaredConflicts(among: commands.map { AvailableCommand($0) {} })
    }
    let declared = Command("own", "own", keys: ["j"], over: [next])
    let begun = Command("begun", "begun", keys: ["g"])
    #expect(conflicts([next, account, newest, next]).isEmpty)
    #expect(conflicts([declared, next]).isEmpty)
    #expect(conflicts([next, declared]).count == 1)
    #expect(conflicts([begun, account]).count == 1)
    #expect(
      Keymap.standard.undeclaredConflicts(among: [
        AvailableCommand(begun, menu: [AvailableCommand(next) {}, AvailableCommand(join) {}])
      ]).count == 1)
  }
}
