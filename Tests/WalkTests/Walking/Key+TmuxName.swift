import TerminalKit

extension Key {
  /// What `--keys` calls it.
  var tmuxName: String {
    switch self {
    case .character(" "): "Space"
    case .character(let character): String(character)
    case .control(" "): "C-Space"
    case .control(let letter): "C-\(letter)"
    case .enter: "Enter"
    case .tab: "Tab"
    case .backTab: "BTab"
    case .escape: "Escape"
    case .backspace: "BSpace"
    case .delete: "DC"
    case .up: "Up"
    case .down: "Down"
    case .left: "Left"
    case .right: "Right"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PageUp"
    case .pageDown: "PageDown"
    case .function(let number): "F\(number)"
    }
  }
}
