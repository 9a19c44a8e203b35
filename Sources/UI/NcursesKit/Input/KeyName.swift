import TerminalKit

/// A key that is reported by name instead of by character.
enum KeyName: Hashable {
  case key(Key.Named)
  case tab, escape
  case function(Int)
  /// A key without a name in Tern: a single modifier or a media key.
  case unnamed

  /// - Parameter letter: The final character of the sequence.
  init?(letter: Character) {
    switch letter {
    case "A": self = .key(.up)
    case "B": self = .key(.down)
    case "C": self = .key(.right)
    case "D": self = .key(.left)
    case "H": self = .key(.home)
    case "F": self = .key(.end)
    case "Z": self = .tab
    case "P": self = .function(1)
    case "Q": self = .function(2)
    case "S": self = .function(4)
    default: return nil
    }
  }

  /// - Parameter number: The first number of a sequence with the final `~`.
  init?(number: Int) {
    switch number {
    case 1, 7: self = .key(.home)
    case 4, 8: self = .key(.end)
    case 3: self = .key(.delete)
    case 5: self = .key(.pageUp)
    case 6: self = .key(.pageDown)
    case 11...15: self = .function(number - 10)
    case 17...21: self = .function(number - 11)
    case 23...26: self = .function(number - 12)
    case 28, 29: self = .function(number - 13)
    case 31...34: self = .function(number - 14)
    default: return nil
    }
  }

  /// - Parameter code: The code point of a sequence with the final `u`.
  init?(code: Int) {
    switch code {
    case 9: self = .tab
    case 13: self = .key(.enter)
    case 27: self = .escape
    case 8, 127: self = .key(.backspace)
    case _ where KeyReportCode.keypad[code] != nil: return nil
    // Kitty's functional keys are in Unicode's private use area.
    case 57_344...63_743: self = Self.functional[code] ?? .unnamed
    default: return nil
    }
  }

  private static let functional: [Int: KeyName] = {
    var names: [Int: KeyName] = [
      57_414: .key(.enter), 57_417: .key(.left), 57_418: .key(.right), 57_419: .key(.up), 57_420: .key(.down),
      57_421: .key(.pageUp), 57_422: .key(.pageDown), 57_423: .key(.home), 57_424: .key(.end), 57_426: .key(.delete),
    ]
    for number in 13...20 { names[57_376 + number - 13] = .function(number) }
    return names
  }()
}
