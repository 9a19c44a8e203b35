import TerminalKit

/// Parses terminal input to events. Input may be split at any position. Unknown key sequences, responses of the
/// terminal and pasted text never become keys.
///
/// 1. A key is a sequence in `KeyCodes`, or a character.
/// 2. Esc becomes a key if no input follows immediately (`pause`). If a sequence continues afterwards, its rest is
///    still parsed as a sequence; letters that the user may have typed are held back only for a limited time
///    (`releaseHeldInput`).
/// 3. Esc followed immediately by an ASCII character is Alt and the key. Scripts (`tmux send-keys Escape q`) and slow
///    connections also send this for two keys, so `Navigator` handles it as two keys, like vi and less, if the Alt
///    combination is not bound.
/// 4. A control sequence (ECMA-48, 5.4) lasts until its final byte, however late. Unknown ones are ignored.
/// 5. Responses (`TerminalResponse`) are collected separately. While one is expected, Esc is not decided, because it
///    may start the response.
/// 6. A paste lasts until its end marker. Without one, it ends at the first key that arrives alone after a silence
///    (`feed(_:after:)`), because pasted text arrives in larger and faster portions.
struct InputParser {
  /// The time without input after which incomplete sequences may be given up.
  static let silence = Duration.seconds(2)
  /// The same for unrequested strings, which the user can start with Alt and a letter.
  private static let unrequestedStringTimeout = Duration.milliseconds(300)
  /// Maximum length of control sequences in bytes; longer ones are ignored.
  static let maxControlLength = 64
  static let escape: UInt8 = 0x1B
  /// ^C.
  private static let endOfText: UInt8 = 0x03

  private enum State {
    case text
    case paste(PasteBuffer)
    /// A response of the terminal, until BEL or ST: ECMA-48, 5.6.
    case string(ResponseBuffer)
    /// The rest of a control sequence that is too long.
    case overlongControl
  }

  let keys: KeyCodes
  private var decoder = CharacterDecoder()
  private var state = State.text
  /// A potential start of a sequence.
  private var pending: [UInt8] = []
  /// Whether the pending Esc has already been reported as a key.
  private var isEscapeReported = false
  /// Whether the pending Esc has waited for more input, so that the next byte was typed separately.
  var hasWaited = false
  /// Whether the last input was reported as the Esc key.
  private var isAfterEscape = false
  private var events: [Event] = []
  private var responses: [TerminalResponse] = []
  /// The previous byte of text; 0 if it did not arrive together with the next.
  private var lastByte: UInt8 = 0
  /// Whether a response of the terminal is pending.
  var expectsResponse = false
  /// Whether a single Esc stays undecided, however late the next input is.
  var holdsEscape = false

  init(keys: KeyCodes) {
    self.keys = keys
  }

  /// Whether the interpretation of pending input depends on what follows immediately.
  var isUndecided: Bool { !pending.isEmpty }

  /// Whether a sequence, string or paste is incomplete.
  var isIncomplete: Bool { if case .text = state { isUndecided } else { true } }

  /// Whether characters are held back until `releaseHeldInput`.
  var hasPendingCharacters: Bool { isEscapeReported || decoder.isIncomplete }

  /// Parses input that has arrived in one read.
  /// - Parameter quiet: the time without input before.
  mutating func feed(_ bytes: [UInt8], after quiet: Duration = .zero) -> [Event] {
    if quiet >= Self.silence { releaseHeldInput() }
    if quiet >= Self.silence, isOpenEnded(before: bytes), isOneKey(bytes) { end() }
    if case .string = state, !expectsResponse, quiet >= Self.unrequestedStringTimeout, isOneKey(bytes) { end() }
    for byte in bytes { feed(byte) }
    return takeEvents()
  }

  /// Reports that currently no input is available at the moment.
  mutating func pause() -> [Event] {
    lastByte = 0
    interpretPendingBytes()
    return takeEvents()
  }

  /// Reports the time without input so far.
  mutating func pause(of quiet: Duration) -> [Event] {
    if quiet >= Self.silence { releaseHeldInput() }
    return takeEvents()
  }

  /// Returns and removes the received responses.
  mutating func takeResponses() -> [TerminalResponse] {
    defer { responses = [] }
    return responses
  }

  private mutating func takeEvents() -> [Event] {
    defer { events = [] }
    return events
  }
}

extension InputParser {
  private mutating func feed(_ byte: UInt8) {
    switch state {
    case .text: feedText(byte)
    case .paste(var paste):
      // Avoids copying the buffer for each byte.
      state = .text
      if paste.feed(byte) { emit(paste) } else { state = .paste(paste) }
    case .string where byte == Self.endOfText:
      // No response contains ^C, which always ends Tern.
      state = .text
      feedText(byte)
    case .string(var response):
      state = .text
      if response.feed(byte) {
        responses += [response.response].compactMap(\.self)
      } else {
        state = .string(response)
      }
    case .overlongControl:
      if 0x20...0x3F ~= byte { return }
      state = .text
      if byte < 0x20 { feedText(byte) }
    }
  }

  private mutating func feedText(_ byte: UInt8) {
    if pending.isEmpty {
      if isAfterEscape {
        isAfterEscape = false
        let isResponse = expectsResponse && (byte == UInt8(ascii: "]") || byte == UInt8(ascii: "_"))
        if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") || isResponse {
          (pending, isEscapeReported) = ([Self.escape, byte], true)
          return
        }
      }
      // A control character never continues a character.
      let isFree = !decoder.isIncomplete || byte < 0x20
      guard isFree, byte == Self.escape || keys.hasKey(startingWith: byte) else { return emit(character: byte) }
    }
    pending.append(byte)
    if let interpretation = interpretation(of: pending) { perform(interpretation) }
  }

  /// Performs the interpretation of the first pending bytes, and parses the rest again.
  private mutating func perform(_ interpretation: Interpretation) {
    if isEscapeReported, interpretation.mayBeTyped { return releaseHeldInput() }
    let all = pending
    (pending, isEscapeReported, hasWaited) = ([], false, false)
    switch interpretation.action {
    case .character: emit(character: all[0])
    case .event(let event): events.append(event)
    case .keys(let keys): events += keys.map(Event.key)
    case .beginPaste: state = .paste(PasteBuffer())
    case .beginString: state = .string(ResponseBuffer(introducer: all[1]))
    case .response(let response): responses.append(response)
    case .beginOverlongControl: state = .overlongControl
    case nil: break
    }
    for byte in all.dropFirst(interpretation.length) { feed(byte) }
  }

  /// Parses as much of the pending input as is possible without further input.
  private mutating func interpretPendingBytes() {
    while !pending.isEmpty {
      if isEscapeReported {
        // Users type Esc and O, too.
        return pending == [Self.escape, UInt8(ascii: "O")] ? releaseHeldInput() : ()
      }
      if case .key(let key, let length, _) = keys.match(pending) {
        perform(Interpretation(length, key.map { .event(.key($0)) }))
      } else if pending == [Self.escape] {
        if holdsEscape {
          hasWaited = true
          return
        }
        (pending, hasWaited) = ([], false)
        events.append(.key(.escape))
        isAfterEscape = true
      } else if let interpretation = interpretation(ofUnknown: pending) {
        perform(interpretation)
      } else {
        return
      }
    }
  }

  /// Releases characters held back after an Esc that was a key.
  private mutating func releaseHeldInput() {
    isAfterEscape = false
    decoder.end()
    reportFailure()
    guard isEscapeReported else { return }
    let held = pending.dropFirst()
    (pending, isEscapeReported) = ([], false)
    for byte in held { feed(byte) }
  }

  /// Whether an open-ended state may have missed its end.
  private func isOpenEnded(before bytes: [UInt8]) -> Bool {
    switch state {
    case .string: true
    case .paste(let paste): !(bytes.first.map(paste.continuesBegunEnd) ?? false)
    case .overlongControl: false
    // The first letter ends a control sequence with parameters.
    case .text: !pending.isEmpty && !(pending.count > 2 && 0x20...0x3F ~= pending[2])
    }
  }

  private func isOneKey(_ bytes: [UInt8]) -> Bool {
    guard bytes.count <= Self.maxControlLength else { return false }
    var parser = Self(keys: keys)
    let events = parser.feed(bytes) + parser.pause()
    guard events.count == 1, case .key = events[0], case .text = parser.state else { return false }
    return parser.pending.isEmpty && !parser.decoder.isIncomplete
  }

  /// Ends the current state.
  private mutating func end() {
    if case .paste(let paste) = state { emit(paste) }
    (state, pending, isEscapeReported, hasWaited, isAfterEscape, decoder) = (
      .text, [], false, false, false, CharacterDecoder()
    )
  }

  private mutating func emit(_ paste: PasteBuffer) {
    var decoder = CharacterDecoder()
    var scalars: [Unicode.Scalar] = []
    for byte in paste.bytes {
      let scalar = decoder.feed(byte).flatMap(Unicode.Scalar.init)
      // Invalid bytes become replacement characters.
      if decoder.takeFailure() { scalars.append("\u{FFFD}") }
      if let scalar { scalars.append(scalar) }
    }
    if decoder.isIncomplete, paste.bytes.count < PasteBuffer.maxLength { scalars.append("\u{FFFD}") }
    let text = PastedText.replacingKeyReports(in: scalars)
    if !text.isEmpty { events.append(.paste(text)) }
  }

  private mutating func emit(character byte: UInt8) {
    isAfterEscape = false
    let wasInside = decoder.isIncomplete
    defer { lastByte = byte }
    let code = decoder.feed(byte)
    reportFailure()
    guard let code else { return }
    // UTF-8 in a locale with a single-byte encoding is not an introducer.
    if !wasInside, 0x80...0x9F ~= code, lastByte >= 0xC2 {
      return events.append(.undecodable(encoding: Locale.encoding))
    }
    // CSI as a single character.
    if code == 0x9B { pending = Array("\u{1B}[".utf8) }
    // OSC.
    if code == 0x9D { state = .string(ResponseBuffer(introducer: UInt8(ascii: "]"))) }
    if let key = Key(character: code) { events.append(.key(key)) }
  }

  /// Reports invalid bytes.
  private mutating func reportFailure() {
    if decoder.takeFailure() { events.append(.undecodable(encoding: Locale.encoding)) }
  }
}
