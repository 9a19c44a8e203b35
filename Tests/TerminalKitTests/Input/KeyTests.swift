import TerminalKit
import Testing

@Suite struct KeyTests {
  @Test(
    arguments: [
      ("j", .character("j")), ("G", .character("G")), ("?", .character("?")), ("Space", .character(" ")),
      ("Enter", .enter), ("Escape", .escape), ("BTab", .backTab), ("BSpace", .backspace), ("DC", .delete),
      ("C-d", .control("d")), ("C-D", .control("d")), ("C-Space", .control(" ")), ("PageDown", .pageDown),
      ("NPage", .pageDown), ("PPage", .pageUp), ("Up", .up), ("Home", .home), ("F1", .function(1)),
      ("F20", .function(20)), ("F", .character("F")), ("é", .character("é")),
    ] as [(String, Key)])
  func `A name of tmux is a key`(name: String, key: Key) {
    #expect(Key(tmuxName: name) == key)
  }

  @Test(arguments: ["", "enter", "C-", "C-1", "C-é", "F0", "F21", "F-1", "F+1", "Foo", "jj", "M-x"])
  func `What is no name of tmux is no key`(name: String) {
    #expect(Key(tmuxName: name) == nil)
  }

  @Test(
    arguments: [
      (.character(" "), "Space"), (.character("j"), "j"), (.control("n"), "^N"), (.escape, "Esc"), (.up, "Up"),
      (.backTab, "S-Tab"), (.function(5), "F5"), (.pageDown, "PgDn"), (.delete, "Delete"),
    ] as [(Key, String)])
  func `A key reads as people write it`(key: Key, label: String) {
    #expect(key.label == label)
  }

  @MainActor @Test func `A binding shows all its keys, and the first binding that has a key is the one`() {
    let next = KeyBinding(.character("j"), .down, title: "next") {}
    let other = KeyBinding(.down, title: "other") {}
    #expect(next.keysLabel == "j Down")
    #expect([next, other].binding(for: .down)?.title == "next")
    #expect([next, other].binding(for: .up) == nil)
  }
}
