import SimulatedServer
import TerminalKit

@testable import NcursesKit
@testable import tern

/// One step of a walk. Its text form extends that of `tern screen --keys`.
enum WalkStep: Hashable {
  /// A key and all resulting work: `j`.
  case key(Key)
  /// A key followed by the next step before any resulting work: `~j`.
  case hurriedKey(Key)
  /// Time passes: `+3s`.
  case wait(seconds: Double)
  /// Pending work runs for some rounds and may stay unfinished: `%2`.
  case rounds(Int)
  /// The terminal has another size: `80x24`.
  case resize(Size)
  /// Text is pasted: `paste:two\swords`.
  case paste(String)
  /// A mouse report in the SGR format: `mouse:0;20;8M`.
  case mouse(report: String)
  /// The terminal window gains or loses the focus: `focus:in`.
  case focus(Bool)
  /// The next request to any source fails like this: `!offline`.
  case fault(WalkFault)
  /// An event at the server, or a fault of the next request to it: `*writes`.
  case server(ServerMoment)
  /// The program is ended, if it runs, and started: `=demo`.
  case start(WalkStart)
}

extension WalkStep: CustomStringConvertible {
  var description: String {
    switch self {
    case .key(let key): key.tmuxName
    case .hurriedKey(let key): "~" + key.tmuxName
    case .wait(let seconds): seconds == seconds.rounded() ? "+\(Int(seconds))s" : "+\(seconds)s"
    case .rounds(let count): "%\(count)"
    case .resize(let size): "\(size.width)x\(size.height)"
    case .paste(let text): "paste:" + text.unicodeScalars.map(Self.escaped).joined()
    case .mouse(let report): "mouse:" + report
    case .focus(let isFocused): isFocused ? "focus:in" : "focus:out"
    case .fault(let fault): "!\(fault.rawValue)"
    case .server(let moment): "*\(moment.rawValue)"
    case .start(let start): "=\(start)"
    }
  }

  init?(_ word: String) {
    let rest = String(word.dropFirst())
    if let step = ScreenStep(word) {
      switch step {
      case .key(let key): self = .key(key)
      case .wait(let seconds): self = .wait(seconds: seconds)
      case .paste(let text): self = .paste(text)
      case .mouse(let action, let point): self = .mouse(report: Self.report(action, at: point))
      }
    } else if let size = Size(argument: word) {
      self = .resize(size)
    } else if let key = Key(scalarName: word) {
      self = .key(key)
    } else if word.hasPrefix("~"), let key = Key(tmuxName: rest) ?? Key(scalarName: rest) {
      self = .hurriedKey(key)
    } else if word.hasPrefix("%"), let count = Int(rest), count > 0 {
      self = .rounds(count)
    } else if word.hasPrefix("!"), let fault = WalkFault(rawValue: rest) {
      self = .fault(fault)
    } else if word.hasPrefix("*"), let moment = ServerMoment(rawValue: rest) {
      self = .server(moment)
    } else if word.hasPrefix("mouse:"), MouseEvent(report: String(word.dropFirst(6))) != nil {
      self = .mouse(report: String(word.dropFirst(6)))
    } else if ["focus:in", "focus:out"].contains(word) {
      self = .focus(word == "focus:in")
    } else if word.hasPrefix("="), let start = WalkStart(rest) {
      self = .start(start)
    } else {
      return nil
    }
  }
}

extension WalkStep {
  /// The SGR report of a click or wheel turn. Without a position, at the centre of 80×24.
  private static func report(_ action: MouseEvent.Action, at point: Point?) -> String {
    let point = point ?? Size(width: 80, height: 24).center
    let button =
      switch action {
      case .scroll(.up, _): 64
      case .scroll: 65
      case .press, .release, .move: 0
      }
    return "\(button);\(point.column + 1);\(point.row + 1)M"
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch (scalar, scalar.properties.generalCategory) {
    case (" ", _): "\\s"
    case ("\n", _): "\\n"
    case ("\t", _): "\\t"
    case ("\\", _): "\\\\"
    case (_, .control), (_, .format), (_, .lineSeparator), (_, .paragraphSeparator):
      "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    default: String(scalar)
    }
  }
}

extension MouseEvent {
  /// The event of a report `ESC [ < 0;20;8M`, given as `0;20;8M`.
  init?(report: String) {
    guard let final = report.last,
      let event = MouseReport.event(parameters: "<" + report.dropLast(), final: final)
    else { return nil }
    self = event
  }
}

extension [WalkStep] {
  /// The steps in the text form.
  var words: String { map(\.description).joined(separator: " ") }
}
