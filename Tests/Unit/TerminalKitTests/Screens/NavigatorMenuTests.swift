import TestSupport
import Testing

@testable import TerminalKit

/// A menu whose entries are chosen by key, with the cursor, with the mouse or by typing.
@MainActor @Suite final class NavigatorMenuTests {
  private let navigator = Navigator()
  private let screen = FakeScreen()
  private var size = Size(width: 80, height: 24)
  private var performed: [String] = []

  init() {
    UTF8Locale.set()
    navigator.globalCommands = [ProgramCommands.help, ProgramCommands.quitAtOnce].map { command in
      AvailableCommand(command) { [weak self] in self?.performed.append(command.title) }
    }
    navigator.setRoot(screen)
    screen.availableCommands = ["reply", "like", "mute", "block", "list", "note", "jump"].map { entry($0) }
  }

  @Test func `The cursor moves and Enter chooses`() {
    press("a")
    #expect(selected == "r reply")
    press("Down C-n C-p")
    #expect(selected == "l like")
    press("Up Up")
    #expect(selected == "r reply")
    press("Down Enter")
    #expect(performed == ["like"] && !navigator.isMenuOpen)
  }

  @Test func `Keys in a burst need no drawn menu`() {
    press("a Down Down Enter a j a / n o Enter")
    #expect(performed == ["mute", "jump", "note"])
  }

  @Test func `A key of an entry is never one of the cursor`() {
    screen.availableCommands = [
      entry("reply"), entry("slash", keys: "a /"), entry("next", keys: "a C-n"), entry("down", keys: "a Down"),
    ]
    press("a / a C-n a Down")
    #expect(performed == ["slash", "next", "down"])
  }

  @Test func `The cursor starts at the entry that Enter chooses, and Enter always chooses the selected entry`() {
    screen.availableCommands = [entry("mute"), entry("send", keys: "a Enter"), entry("list")]
    press("a")
    #expect(selected == "Enter send")
    press("Enter a Down Enter a Up Enter")
    #expect(performed == ["send", "list", "mute"])
  }

  @Test func `A question selects “no”, so that Enter does not confirm it`() {
    let confirm = Command("test-confirm", "yes, delete it", keys: ["y"], isConfirmation: true)
    let delete = Command("test-delete", "delete", keys: ["a d"], menu: "actions")
    screen.availableCommands = [
      AvailableCommand(delete, menu: [AvailableCommand(confirm) { self.performed.append("deleted") }])
    ]
    press("a")
    #expect(lines.contains { $0.hasPrefix(" ▌ d  delete  ›") })
    press("Enter")
    #expect(selected == "n no")
    // A key without effect does not replace the question.
    press("x")
    #expect(lines.last?.hasPrefix(" delete ") == true)
    press("Enter")
    #expect(performed.isEmpty && !navigator.isMenuOpen)
    press("a d n a d Escape a d Up Enter")
    #expect(performed == ["deleted"])
    press("a d y")
    #expect(performed == ["deleted", "deleted"])
  }

  @Test func `Typing after / finds an entry by its title or a synonym`() {
    screen.availableCommands.append(entry("zap", synonyms: ["favourite"]))
    press("a /")
    #expect(lines.last?.hasPrefix(" actions ") == true && navigator.focusedField?.text == "")
    press("f a v")
    #expect(selected == "z zap · favourite")
    press("BSpace BSpace BSpace b l Enter")
    #expect(performed == ["block"] && navigator.focusedField == nil)
  }

  @Test func `Pasted text finds an entry, and Esc closes the menu`() {
    press("a /")
    navigator.handle(.paste("mut"))
    #expect(selected == "m mute")
    press("Escape")
    #expect(performed.isEmpty && !navigator.isMenuOpen)
  }

  @Test func `A click chooses, the wheel moves the cursor`() throws {
    press("a")
    let row = try #require(lines.firstIndex { $0.contains("m  mute") })
    navigator.handle(.mouse(MouseEvent(.scroll(.down, notches: 3), at: Point(row: row, column: 4))))
    #expect(selected == "b block")
    navigator.handle(.mouse(MouseEvent(.press(.left), at: Point(row: row, column: 4))))
    #expect(performed == ["mute"])
  }

  @Test func `From 100 columns on a menu has two columns`() {
    size = Size(width: 100, height: 24)
    press("a")
    #expect(lines.contains { $0.hasPrefix(" ▌ r  reply") && $0.hasSuffix("i  list") })
    navigator.handle(.resize(size))
    press("Right")
    #expect(selected == "i list")
    press("Right Left")
    #expect(selected == "r reply")
    press("Down Down Down Down Enter")
    #expect(performed == ["list"])
  }

  @Test(arguments: [Size(width: 40, height: 10), Size(width: 20, height: 5)])
  func `A menu that does not fit scrolls`(size: Size) {
    self.size = size
    navigator.handle(.resize(size))
    screen.availableCommands = "bcdefhijklmno".map { entry("entry \($0)", keys: "a \($0)") }
    press("a")
    #expect(lines.contains { $0.hasSuffix(" 1 of 13 ─") } && selected == "b entry b")
    for _ in 0..<5 { press("PageDown") }
    #expect(selected == "o entry o" && lines.contains { $0.hasSuffix(" 13 of 13 ─") })
    #expect(!lines.contains { $0.contains("entry b") })
    press("PageUp Up Enter")
    #expect(performed.count == 1 && lines.count == size.height)
  }

  @Test func `An entry shows its state if there is space`() {
    screen.availableCommands = [entry("visibility", state: "public"), entry("language", keys: "a g")]
    press("a")
    #expect(lines.contains { $0.hasSuffix("visibility  public") })
    size = Size(width: 20, height: 5)
    #expect(lines.contains { $0.hasSuffix("v  visibility") })
  }

  @Test func `A command that is unavailable is dim and says why`() throws {
    screen.unavailableCommands = [
      UnavailableCommand(Command("test-edit", "edit", keys: ["a e"], menu: "actions"), "This is not your post"),
      // Its key belongs to another entry.
      UnavailableCommand(Command("test-reuse", "reuse", keys: ["a r"], menu: "actions"), "Never seen"),
      UnavailableCommand(Command("test-other", "other", keys: ["x"]), "In no menu"),
    ]
    press("a")
    let row = try #require(lines.firstIndex { $0.contains("e  edit") })
    #expect(navigator.draw(size: size)[row, 6].style == .muted)
    #expect(!lines.contains { $0.contains("reuse") || $0.contains("other") })
    press("PageDown")
    #expect(selected == "e edit" && lines.last?.hasPrefix(" This is not your post ") == true)
    #expect(lines.last?.contains("choose") == false)
    press("Enter")
    #expect(navigator.isMenuOpen && lines.last?.hasPrefix(" This is not your post ") == true)
    press("e")
    #expect(navigator.isMenuOpen && lines.last?.hasPrefix(" This is not your post ") == true)
    press("r")
    #expect(performed == ["reply"])
  }

  @Test func `Unavailable commands do not cover what the menu is about`() {
    screen.unavailableCommands = "ABCDEFGHIJKLMNO".map { letter in
      UnavailableCommand(
        Command("test-\(letter)", "not \(letter)", keys: [KeySequence([.character("a"), .character(letter)])]),
        "Not now")
    }
    press("a")
    #expect(lines.count { $0.contains("not ") } == 5)
    #expect(lines.prefix(9).allSatisfy { $0.allSatisfy { $0 == "." } })
  }

  private var lines: [String] { navigator.draw(size: size).lines }

  /// The selected entry with its keys, without what follows at the right edge.
  private var selected: String {
    let marked = lines.flatMap { $0.split(separator: "▌").dropFirst() }.first ?? ""
    return marked.split(separator: "   ").first.map { $0.split(separator: " ").joined(separator: " ") } ?? ""
  }

  private func press(_ keys: KeySequence) {
    for key in keys.keys { navigator.handle(key) }
  }

  private func entry(
    _ title: String, keys: String? = nil, synonyms: [String] = [], state: String? = nil
  ) -> AvailableCommand {
    let letter = title == "list" ? "i" : title.first.map(String.init) ?? ""
    let command = Command(
      "test-\(title)", title, synonyms: synonyms, keys: [KeySequence(keys ?? "a \(letter)") ?? "a z"], menu: "actions")
    return AvailableCommand(command, state: state) { [weak self] in self?.performed.append(title) }
  }
}
