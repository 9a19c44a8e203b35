import TerminalKit

/// Interpretation of pending bytes.
extension InputParser {
  enum Action {
    case character
    case event(Event)
    case keys([Key])
    case response(TerminalResponse)
    case beginPaste, beginString, beginOverlongControl
  }

  /// The interpretation of the first bytes.
  struct Interpretation {
    let length: Int
    /// nil for unknown sequences.
    let action: Action?

    init(_ length: Int, _ action: Action?) {
      self.length = length
      self.action = action
    }

    /// Whether the user may have typed it after Esc.
    var mayBeTyped: Bool { action == nil && length < 4 }
  }

  /// The interpretation of pending bytes; nil if it depends on further ones.
  func interpretation(of bytes: [UInt8]) -> Interpretation? {
    switch keys.match(bytes) {
    case .partial: nil
    case .key(_, length: bytes.count, mayContinue: true): nil
    case .key(let key, let length, _): Interpretation(length, key.map { .event(.key($0)) })
    case .none: interpretation(ofUnknown: bytes)
    }
  }

  /// The interpretation of bytes that are not a known key.
  func interpretation(ofUnknown bytes: [UInt8]) -> Interpretation? {
    guard bytes[0] == Self.escape else { return Interpretation(1, .character) }
    guard bytes.count > 1 else { return nil }
    switch bytes[1] {
    case UInt8(ascii: "["): return interpretation(ofControl: bytes)
    case UInt8(ascii: "O"): return bytes.count < 3 ? nil : Interpretation(bytes[2] < 0x20 ? 2 : 3, nil)
    // DCS, SOS, OSC, PM, APC
    case 0x50, 0x58, 0x5D, 0x5E, 0x5F: return Interpretation(2, .beginString)
    case _ where hasWaited: return Interpretation(1, .event(.key(.escape)))
    case 0x20...0x7E: return Interpretation(2, .event(.key(.alt(Character(Unicode.Scalar(bytes[1]))))))
    case 0x0D: return Interpretation(2, .event(.key(.modified(.enter, .alt))))
    case 0x08, 0x7F: return Interpretation(2, .event(.key(.modified(.backspace, .alt))))
    default: return Interpretation(1, .event(.key(.escape)))
    }
  }

  private func interpretation(ofControl bytes: [UInt8]) -> Interpretation? {
    // A function key of the Linux console: one more character.
    if bytes.count > 2, bytes[2] == UInt8(ascii: "[") {
      return bytes.count < 4 ? nil : Interpretation(bytes[3] < 0x20 ? 3 : 4, nil)
    }
    guard let end = bytes.indices.dropFirst(2).first(where: { !(0x20...0x3F ~= bytes[$0]) }) else {
      return bytes.count < Self.maxControlLength ? nil : Interpretation(bytes.count, .beginOverlongControl)
    }
    // An invalid byte ends the sequence and is interpreted separately.
    guard 0x40...0x7E ~= bytes[end] else { return Interpretation(end, nil) }
    let parameters = String(decoding: bytes[2..<end], as: UTF8.self)
    switch (parameters, Character(Unicode.Scalar(bytes[end]))) {
    case ("", "M"):
      guard case .complete(let event, let length) = MouseReport.read(x10: bytes[3...]) else { return nil }
      return Interpretation(3 + length, event.map { .event(.mouse($0)) })
    case ("", "I"): return Interpretation(3, .event(.focus(true)))
    case ("", "O"): return Interpretation(3, .event(.focus(false)))
    case ("200", "~"): return Interpretation(end + 1, .beginPaste)
    case (_, let final):
      if let response = TerminalResponse(parameters: parameters, final: final) {
        return Interpretation(end + 1, .response(response))
      }
      if let keys = KeyReport.keys(parameters: parameters, final: final) {
        return Interpretation(end + 1, keys.isEmpty ? nil : .keys(keys))
      }
      let mouse = MouseReport.event(parameters: parameters, final: final).map(Event.mouse)
      return Interpretation(end + 1, mouse.map(Action.event))
    }
  }
}
