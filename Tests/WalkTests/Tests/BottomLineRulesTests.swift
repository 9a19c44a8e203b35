import TerminalKit
import TestSupport
import Testing

@MainActor @Suite struct BottomLineRulesTests {
  private typealias Offer = BottomLineRules.Offer

  private static let openOffer = TerminalKit.Offer(.enter, .character("t"), title: "open the post", hint: "open")
  private static let helpOffer = TerminalKit.Offer(.character("?"), title: "help", hint: "keys")
  private static let open = Keymap.standard.bindings(of: [openOffer])[0]
  private static let help = Keymap.standard.bindings(of: [helpOffer])[0]

  private func problem(_ offers: [Offer], _ bindings: [KeyBinding], mayBeNone: Bool = false) -> String? {
    BottomLineRules.problem(offers: offers, bindings: bindings, mayBeNone: mayBeNone)
  }

  @Test func `The keys are read off the last row`() {
    let screen = Screen(offers: [Self.openOffer, Self.helpOffer])
    #expect(
      BottomLineRules.offers(on: screen.canvas, hasPrompt: false) == [
        Offer(key: "Enter", hint: "open"), Offer(key: "?", hint: "keys"),
      ])
    screen.bottomLine = .prompt("Search", TextField(text: "loom"))
    #expect(BottomLineRules.offers(on: screen.canvas, hasPrompt: true).first == Offer(key: "Enter", hint: "open"))
  }

  @Test func `What is offered must be bound`() {
    let offers = [Offer(key: "Enter", hint: "open"), Offer(key: "?", hint: "keys")]
    #expect(problem(offers, [Self.open, Self.help]) == nil)
    #expect(problem(offers, [Self.open]) != nil)
    #expect(problem([Offer(key: "Enter", hint: "close")], [Self.open]) != nil)
  }

  @Test func `Something must be offered`() {
    #expect(problem([], [Self.open]) != nil)
    #expect(problem([], [Self.open], mayBeNone: true) == nil)
  }

  @Test func `A key may neither be bound nor offered twice`() {
    #expect(problem([Offer(key: "Enter", hint: "open")], [Self.open, Self.open]) != nil)
    let twice = [Offer(key: "?", hint: "keys"), Offer(key: "?", hint: "keys")]
    #expect(problem(twice, [Self.help]) != nil)
  }

  /// A navigator with one screen in it.
  @MainActor private final class Screen: ViewController {
    let title = "Screen"
    let offers: [TerminalKit.Offer]
    var bottomLine = BottomLine.status("7 of 64")
    var needsDisplay: (@MainActor () -> Void)?

    init(offers: [TerminalKit.Offer]) { self.offers = offers }

    var canvas: Canvas {
      let navigator = Navigator()
      navigator.setRoot(self)
      return navigator.draw(size: Size(width: 80, height: 24))
    }

    func draw(on canvas: inout Canvas, in area: Rect) {}
  }
}
