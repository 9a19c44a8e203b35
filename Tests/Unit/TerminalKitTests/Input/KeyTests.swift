import TerminalKit
import TestSupport
import Testing

@Suite struct KeyTests {
  @Test(
    arguments: [
      ("j", .character("j")), ("G", .character("G")), ("?", .character("?")), ("Space", .character(" ")),
      ("Enter", .enter), ("Escape", .escape), ("BTab", .backTab), ("BSpace", .backspace), ("DC", .delete),
      ("C-d", .control("d")), ("C-D", .control("d")), ("C-Space", .control(" ")), ("PageDown", .pageDown),
      ("NPage", .pageDown), ("PPage", .pageUp), ("Up", .up), ("Home", .home), ("F1", .function(1)),
      ("F20", .function(20)), ("F", .character("F")), ("é", .character("é")),
      ("M-b", .alt("b")), ("Alt-b", .alt("b")), ("M-B", .alt("B")), ("M-<", .alt("<")), ("M--", .alt("-")),
      ("M-Space", .alt(" ")),
      ("C-Left", .modified(.left, .control)), ("S-Home", .modified(.home, .shift)), ("C-_", .control("_")),
      ("C-S-Left", .modified(.left, [.control, .shift])), ("S-C-Left", .modified(.left, [.control, .shift])),
      ("M-BSpace", .modified(.backspace, .alt)), ("C-DC", .modified(.delete, .control)),
    ] as [(String, Key)])
  func `Key names of tmux are parsed`(name: String, key: Key) {
    #expect(Key(tmuxName: name) == key)
  }

  @Test(arguments: [
    "", "enter", "C-", "C-1", "C-é", "F0", "F21", "F-1", "F+1", "Foo", "jj", "M-", "M-é", "S-x", "M-C-x", "M-jj",
    "C-Tab",
  ])
  func `Other names are rejected`(name: String) {
    #expect(Key(tmuxName: name) == nil)
  }

  @Test(
    arguments: [
      (.character(" "), "Space"), (.character("j"), "j"), (.control("n"), "^N"), (.escape, "Esc"), (.up, "Up"),
      (.backTab, "S-Tab"), (.function(5), "F5"), (.pageDown, "PgDn"), (.delete, "Delete"),
      (.alt("f"), "Alt-f"), (.alt(" "), "Alt-Space"), (.modified(.left, [.control, .shift]), "S-^Left"),
      (.modified(.backspace, .alt), "Alt-Backspace"), (.control("_"), "^_"),
    ] as [(Key, String)])
  func `Keys have readable labels`(key: Key, label: String) {
    #expect(key.label == label)
  }

  @Test(
    arguments: [
      .enter, .tab, .backTab, .escape, .backspace, .delete, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown,
      .control(" "), .character(" "), .character("^"), .character("-"), .character("é"), .character("軌"),
    ] + (1...20).map { .function($0) } + #"\]^_"#.map { .control($0) }
      + (0x20...0x7E).map { .alt(Character(Unicode.Scalar($0))) }
      + (1...7).flatMap { held in Key.Named.allCases.map { .modified($0, Modifiers(rawValue: held)) } }
      + "abcdefghijklmnopqrstuvwxyz".map { .control($0) }
      + (0x21...0x7E).map { .character(Character(Unicode.Scalar($0))) } as [Key])
  func `Labels are parsed`(key: Key) {
    #expect(Key(tmuxName: key.label) == key)
  }
}
