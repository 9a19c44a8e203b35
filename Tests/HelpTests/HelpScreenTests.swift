import TerminalKit
import TestSupport
import Testing

@testable import Help

@MainActor @Suite struct HelpScreenTests {
  private let navigator = Navigator()

  private func open(_ offers: [Offer], showAbout: @escaping @MainActor () -> Void = {}) {
    navigator.setRoot(
      HelpAssembly.make(
        title: "Timeline", bindings: { Keymap.standard.bindings(of: offers) }, usesMouse: false, showAbout: showAbout))
  }

  private func lines(_ width: Int = 80, _ height: Int = 24) -> [String] {
    navigator.draw(size: Size(width: width, height: height)).text
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private static func numbered(_ count: Int) -> [Offer] {
    (0..<count).map { index in Offer(.function(index), title: "do number \(index)") {} }
  }

  private static var some: [Offer] {
    let menu = [Offer(.character("g"), title: "newest post") {}]
    return [
      Offer(.character("j"), .down, title: "next post") {},
      Offer(.character("g"), title: "go to", menu: menu),
    ]
  }

  @Test func `Keys and what they do stand side by side, under whose they are`() {
    open(Self.some)
    let lines = lines()
    #expect(lines[0] == " Keys of Timeline, as they are now")
    #expect(lines[2...4] == ["  j Down  next post", "  g       go to", "    g g   newest post"])
  }

  @Test func `A wide screen has two columns`() {
    open(Self.numbered(5))
    let lines = lines(100)
    #expect(lines[2].contains("F0  do number 0"))
    #expect(lines[2].contains("F3  do number 3"))
    #expect(lines[4].contains("F2  do number 2"))
    #expect(!lines[4].contains("F5"))
  }

  @Test func `A narrow screen has what a key does below it`() {
    open(Self.some)
    #expect(lines(20, 6)[1...4] == ["  j Down", "    next post", "  g", "    go to"])
  }

  @Test(arguments: [
    (["j"], 1), (["j", "j", "k"], 1), (["Space"], 7), (["PageDown", "PageUp"], 0), (["C-d"], 3), (["C-d", "C-u"], 0),
    (["G"], 12), (["End", "k"], 11), (["G", "Home"], 0), (["G", "g", "g"], 0), (["k"], 0), (["G", "j", "k"], 11),
  ]) func `Keys scroll what is longer than the screen`(keys: [String], first: Int) throws {
    open(Self.numbered(20))
    _ = lines(60, 11)
    for key in keys {
      navigator.handle(try #require(Key(tmuxName: key)))
      _ = lines(60, 11)
    }
    #expect(lines(60, 11)[2].hasSuffix("do number \(first)"))
    #expect(lines(60, 11)[8].hasSuffix("do number \(first + 6)"))
  }

  @Test func `Where all is on the screen, no key is offered that would scroll`() {
    open(Self.some)
    _ = lines()
    #expect(navigator.liveBindings.map(\.title) == ["about Tern"])
  }

  @Test func `Only keys are offered that scroll: none up at the top, none down at the end`() {
    open(Self.numbered(20))
    _ = lines(60, 11)
    #expect(navigator.liveBindings.compactMap(\.hint) == ["about", "down"])
    navigator.handle(.character("j"))
    _ = lines(60, 11)
    #expect(navigator.liveBindings.compactMap(\.hint) == ["about", "down", "up"])
    navigator.handle(.end)
    _ = lines(60, 11)
    #expect(navigator.liveBindings.compactMap(\.hint) == ["about", "up"])
  }

  @Test func `Keys that come faster than the screen is drawn scroll as far`() {
    open(Self.numbered(20))
    _ = lines(60, 11)
    for key in [Key.end, .end, .character("k")] { navigator.handle(key) }
    #expect(lines(60, 11)[2].hasSuffix("do number 11"))
  }

  @Test func `The key a leads to About`() {
    var count = 0
    open(Self.some) { count += 1 }
    navigator.handle(.character("a"))
    #expect(count == 1)
  }
}
