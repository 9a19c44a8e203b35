extension CellList {
  /// Applies a change to the list that a screen shows.
  public typealias Move = @MainActor ((inout CellList) -> Void) -> Void

  /// The keys that move in a list by rows and by screens. What its ends are, the screen knows.
  /// - Parameter noun: what a row is called: “post”.
  public static func keyBindings(moving noun: String, move: @escaping Move) -> [KeyBinding] {
    [
      KeyBinding(.character("j"), .down, title: "next \(noun)") { move { $0.move(by: 1) } },
      KeyBinding(.character("k"), .up, title: "previous \(noun)") { move { $0.move(by: -1) } },
      KeyBinding(.control("d"), title: "half a page down") { move { $0.scroll(pages: 0.5) } },
      KeyBinding(.control("u"), title: "half a page up") { move { $0.scroll(pages: -0.5) } },
      KeyBinding(.character(" "), .pageDown, .control("f"), title: "page down") { move { $0.scroll(pages: 1) } },
      KeyBinding(.pageUp, .control("b"), title: "page up") { move { $0.scroll(pages: -1) } },
      KeyBinding(.character("H"), title: "top of the screen") { move { $0.selectOnScreen(.top) } },
      KeyBinding(.character("M"), title: "middle of the screen") { move { $0.selectOnScreen(.middle) } },
      KeyBinding(.character("L"), title: "bottom of the screen") { move { $0.selectOnScreen(.bottom) } },
    ]
  }

  /// The keys that go to the ends of a list that is shown whole.
  public static func endKeyBindings(moving noun: String, move: @escaping Move) -> [KeyBinding] {
    [
      KeyBinding(.home, title: "first \(noun)") { move { $0.selectFirst() } },
      KeyBinding(.character("G"), .end, title: "last \(noun)") { move { $0.selectLast() } },
    ]
  }
}
