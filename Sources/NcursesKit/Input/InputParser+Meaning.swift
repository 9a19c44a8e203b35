import TerminalKit

/// What bytes mean that come one after the other.
extension InputParser {
  enum Action {
    case character
    case event(Event)
    case keys([Key])
    case answer(TerminalResponse)
    case beginPaste, beginString, beginOverlongControl
  }

  /// What the first bytes of some mean.
  struct Meaning {
    let length: Int
    /// nil where it is nothing that Tern knows.
    let action: Action?

    init(_ length: Int, _ action: Action?) {
      self.length = length
      self.action = action
    }

    /// Whether a person may have typed it after Esc.
    var isTyped: Bool { action == nil && length < 4 }
  }

  /// nil where it depends on what comes next.
  func meaning(of bytes: [UInt8]) -> Meaning? {
    switch keys.match(bytes) {
    case .partial: nil
    case .key(_, length: bytes.count, mayGoOn: true): nil
    case .key(let key, let length, _): Meaning(length, key.map { .event(.key($0)) })
    case .none: meaning(ofUnknown: bytes)
    }
  }

  /// The same where it is not known to be a key.
  func meaning(ofUnknown bytes: [UInt8]) -> Meaning? {
    guard bytes[0] == Self.escape else { return Meaning(1, .character) }
    guard bytes.count > 1 else { return nil }
    switch bytes[1] {
    case UInt8(ascii: "["): return meaning(ofControl: bytes)
    case UInt8(ascii: "O"): return bytes.count < 3 ? nil : Meaning(bytes[2] < 0x20 ? 2 : 3, nil)
    // DCS, SOS, OSC, PM, APC
    case 0x50, 0x58, 0x5D, 0x5E, 0x5F: return Meaning(2, .beginString)
    case _ where hasWaited: return Meaning(1, .event(.key(.escape)))
    case 0x20...0x7E: return Meaning(2, .event(.key(.alt(Character(Unicode.Scalar(bytes[1]))))))
    case 0x0D: return Meaning(2, .event(.key(.modified(.enter, .alt))))
    case 0x08, 0x7F: return Meaning(2, .event(.key(.modified(.backspace, .alt))))
    default: return Meaning(1, .event(.key(.escape)))
    }
  }

  private func meaning(ofControl bytes: [UInt8]) -> Meaning? {
    // A function key of Linux's console: one more character.
    if bytes.count > 2, bytes[2] == UInt8(ascii: "[") {
      return bytes.count < 4 ? nil : Meaning(bytes[3] < 0x20 ? 3 : 4, nil)
    }
    guard let end = bytes.indices.dropFirst(2).first(where: { !(0x20...0x3F ~= bytes[$0]) }) else {
      return bytes.count < Self.maxControlLength ? nil : Meaning(bytes.count, .beginOverlongControl)
    }
    // What cannot be part of it ends it, and is something else.
    guard 0x40...0x7E ~= bytes[end] else { return Meaning(end, nil) }
    let parameters = String(decoding: bytes[2..<end], as: UTF8.self)
    switch (parameters, Character(Unicode.Scalar(bytes[end]))) {
    case ("", "M"):
      guard case .complete(let event, let length) = MouseReport.read(x10: bytes[3...]) else { return nil }
      return Meaning(3 + length, event.map { .event(.mouse($0)) })
    case ("", "I"): return Meaning(3, .event(.focus(true)))
    case ("", "O"): return Meaning(3, .event(.focus(false)))
    case ("200", "~"): return Meaning(end + 1, .beginPaste)
    case (_, let final):
      if let answer = TerminalResponse(parameters: parameters, final: final) {
        return Meaning(end + 1, .answer(answer))
      }
      if let keys = KeyReport.keys(parameters: parameters, final: final) {
        return Meaning(end + 1, keys.isEmpty ? nil : .keys(keys))
      }
      let mouse = MouseReport.event(parameters: parameters, final: final).map(Event.mouse)
      return Meaning(end + 1, mouse.map(Action.event))
    }
  }
}
