import TerminalKit

@testable import NcursesKit
@testable import tern

/// One step of a walk. As text it is what `tern screen --keys` takes, and a few words more.
enum WalkStep: Hashable {
  /// A key, and all that comes of it: `j`.
  case key(Key)
  /// A key right after which something else happens, before anything can come of it: `~j`.
  case hurriedKey(Key)
  /// Time passes: `+3s`.
  case wait(seconds: Double)
  /// Work that runs goes on by so many pieces, and need not be done: `%2`.
  case rounds(Int)
  /// The terminal has another size: `80x24`.
  case resize(Size)
  /// Text is pasted: `paste:two\swords`.
  case paste(String)
  /// The mouse reports what SGR's form says so: `mouse:0;20;8M`.
  case mouse(report: String)
  /// Keys go to the terminal's window or to another one: `focus:in`.
  case focus(Bool)
  /// The next question to any source ends like this: `!offline`.
  case fault(WalkFault)
  /// Something happens at the server, or befalls the next question to it: `*writes`.
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
      case .mouse(let action, let place): self = .mouse(report: Self.report(action, at: place))
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
  /// What SGR's form says of a click or a notch of the wheel. Where no place is named, it is over the middle of 80×24.
  private static func report(_ action: MouseEvent.Action, at place: Point?) -> String {
    let place = place ?? Size(width: 80, height: 24).middle
    let button =
      switch action {
      case .scroll(.up, _): 64
      case .scroll: 65
      case .press, .release, .move: 0
      }
    return "\(button);\(place.column + 1);\(place.row + 1)M"
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
  /// What the mouse has done where `0;20;8M` stands behind `ESC [ <`.
  init?(report: String) {
    guard let final = report.last,
      let event = MouseReport.event(parameters: "<" + report.dropLast(), final: final)
    else { return nil }
    self = event
  }
}

extension [WalkStep] {
  /// One after another, as `--keys` takes them.
  var words: String { map(\.description).joined(separator: " ") }
}
