import TerminalKit
import TestSupport
import Testing

@MainActor @Suite struct KeymapTests {
  private static let goTo = "go to"
  private let newest = Command("newest", "newest post", keys: ["g g", "Home"], menu: goTo)
  private let account = Command("account", "switch account", keys: ["g s"], menu: goTo)
  private let next = Command("next", "next post", keys: ["j", "Down"])
  private let join = Command("join", "join", keys: ["j"])

  /// “j Down next post”; the keys of a menu in brackets behind its title.
  private func words(_ bindings: [KeyBinding]) -> [String] {
    bindings.map { binding in
      guard case .menu(let choices) = binding.effect else { return "\(binding.keysLabel) \(binding.title)" }
      return "\(binding.keysLabel) \(binding.title) (\(words(choices()).joined(separator: ", ")))"
    }
  }

  private func bindings(_ keymap: Keymap, _ commands: [Command], in field: Bool = false) -> [String] {
    words(keymap.bindings(of: commands.map { AvailableCommand($0) {} }) { !field || !TextField.takes($0) })
  }

  @Test func `A key does what the first offer says that has it`() {
    #expect(bindings(.standard, [next, join]) == ["j Down next post"])
    #expect(bindings(.standard, [join, next]) == ["j join", "Down next post"])
  }

  @Test func `Sequences that begin alike are a menu, where the last of them stands`() {
    #expect(
      bindings(.standard, [newest, next, account]) == [
        "Home newest post", "j Down next post", "g go to (g newest post, s switch account)",
      ])
  }

  @Test func `Where a key does something, no sequence begins with it`() {
    let first = Command("first", "first", keys: ["g"])
    #expect(bindings(.standard, [first, newest, account]) == ["g first", "Home newest post"])
    #expect(bindings(.standard, [account, first]) == ["g go to (s switch account)"])
  }

  @Test func `What the person has chosen takes the place of the standard keys, and is first`() {
    let keymap = Keymap(own: ["next": ["x", "g s"], "join": ["n"]])
    #expect(bindings(keymap, [account, next, join]) == ["x next post", "g go to (s next post)", "n join"])
    #expect(bindings(Keymap(own: ["join": ["Down"]]), [next, join]) == ["j next post", "Down join"])
  }

  @Test func `What the person adds is first, and the standard keys stay what they were`() {
    let keymap = Keymap(added: ["join": ["x", "Down"]])
    #expect(keymap.keys(of: join).map(\.names) == ["x", "Down", "j"])
    #expect(bindings(keymap, [next, join]) == ["j next post", "x Down join"])
    #expect(bindings(keymap, [join, next]) == ["x Down j join"])
    #expect(keymap.label(of: next) == "j" && keymap.label(of: join) == "x")
  }

  @Test func `What is taken away does nothing, nor do sequences that begin with it`() {
    let keymap = Keymap(added: ["next": ["g n"]], taken: ["g", "j"])
    #expect(keymap.keys(of: newest).map(\.names) == ["Home"])
    #expect(keymap.keys(of: account) == [] && keymap.keys(of: join) == [])
    #expect(
      bindings(keymap, [newest, next, account, join]) == [
        "Home newest post", "Down next post", "g more keys (n next post)",
      ])
  }

  @Test func `A person is not told a standard key that a sequence of their own begins with, or that goes on from one`()
  {
    #expect(Keymap(added: ["account": ["j x"]]).label(of: next) == "Down")
    #expect(Keymap(added: ["next": ["g"]]).label(of: newest) == "Home")
  }

  @Test func `A command may have sequences of any length, and no key at all`() {
    let keymap = Keymap(own: ["next": ["g x y"], "join": []])
    #expect(bindings(keymap, [next, join]) == ["g more keys (x more keys (y next post))"])
    #expect(keymap.label(of: join) == nil)
    #expect(keymap.sentence(join, "joins") == "")
  }

  @Test func `In a field only keys count that are no text`() {
    #expect(bindings(.standard, [newest, next, account], in: true) == ["Home newest post", "Down next post"])
  }

  @Test func `A person is told the first key that is not another command’s now`() {
    #expect(Keymap.standard.label(of: next) == "j")
    #expect(Keymap.standard.label(of: account) == "gs")
    #expect(Keymap.standard.sentence(next, "leads on") == "j leads on")
    #expect(Keymap(own: ["join": ["j"]]).label(of: next) == "Down")
    #expect(Keymap(own: ["next": ["Space n"]]).label(of: next) == "Space n")
  }

  @Test(arguments: [("g s", "gs"), ("C-d", "^D"), ("Escape Escape", "Esc Esc"), ("S-Tab", "S-Tab")])
  func `A sequence is read by the names of its keys`(names: String, label: String) {
    #expect(KeySequence(names)?.label == label)
  }

  @Test(arguments: ["", " ", "gs", "g nothing", "C-"])
  func `What names no keys is no sequence`(names: String) {
    #expect(KeySequence(names) == nil)
  }

  @Test func `Two commands that have a key in common say which of them is first`() {
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
