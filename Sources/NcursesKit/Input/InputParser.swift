import TerminalKit

/// Turns the bytes that a terminal sends into events. They may come in pieces, cut anywhere; what no person has typed
/// never becomes a key: sequences of keys that are not known, a terminal's answers, what is pasted.
///
/// - A key is what `KeyCodes` knows, or a character.
/// - Esc by itself is a key as soon as nothing has come with it (`pause`). Where its sequence goes on after all, the rest
///   is still read as one; letters that a person could have typed are not kept for it for long (`release`).
/// - Esc with any other character of ASCII at once is Alt and the key. Terminals send that, but so do scripts (`tmux
///   send-keys Escape q`) and slow lines for a person who has typed one after the other, and a key that was typed must not
///   be lost: where Alt and the key mean nothing, `Navigator` takes it for both keys, as vi and less do.
/// - A control sequence (ECMA-48, 5.4) goes on to its last byte, however late that is. It is taken for what it is, or
///   for nothing.
/// - The answer to a question (`TerminalResponse`) is kept apart from the events. As long as one is expected, Esc by itself
///   is not decided: it may begin the answer.
/// - A paste goes on to its end. One whose end never comes is over with the first key that comes alone after a silence
///   (`take(_:after:)`): whoever pastes sends more at once, and sooner.
struct InputParser {
  /// How long nothing has to come before what has begun may be taken to be over, or never to have begun.
  static let silence = Duration.seconds(2)
  /// The same for what nobody has asked the terminal for, and a person can begin with Alt and a letter.
  private static let silenceInUnaskedString = Duration.milliseconds(300)
  /// A control sequence that is longer says nothing that is known. In bytes.
  static let maxControlLength = 64
  static let escape: UInt8 = 0x1B
  /// ^C.
  private static let endOfText: UInt8 = 0x03

  private enum State {
    case text
    case paste(PasteBuffer)
    /// A terminal's answer, up to BEL or ST: ECMA-48, 5.6.
    case string(ResponseBuffer)
    /// What is left of a control sequence that is too long.
    case overlongControl
  }

  let keys: KeyCodes
  private var decoder = CharacterDecoder()
  private var state = State.text
  /// What may be the beginning of a sequence.
  private var pending: [UInt8] = []
  /// Whether the Esc that is pending was a key already.
  private var isLate = false
  /// Whether the Esc that is pending has been waiting for what may come behind it: what comes was typed by itself.
  var hasWaited = false
  /// Whether Esc was a key just now.
  private var isAfterEscape = false
  private var events: [Event] = []
  private var answers: [TerminalResponse] = []
  /// The byte of text before; 0 if it did not come at once with the next.
  private var lastByte: UInt8 = 0
  /// Whether the terminal was asked something, and has not said all that it has to say.
  var expectsAnswer = false
  /// Whether Esc by itself waits for what comes behind it, however late.
  var holdsEscape = false

  init(keys: KeyCodes) {
    self.keys = keys
  }

  /// Whether it depends on what comes at once what has come so far means.
  var isUndecided: Bool { !pending.isEmpty }

  /// Whether something has begun that has not ended.
  var isInside: Bool { if case .text = state { isUndecided } else { true } }

  /// Whether there are characters that are to be released if nothing comes.
  var keepsCharacters: Bool { isLate || decoder.isInside }

  /// Takes what has come at once.
  /// - Parameter quiet: how long nothing had come before.
  mutating func take(_ bytes: [UInt8], after quiet: Duration = .zero) -> [Event] {
    if quiet >= Self.silence { release() }
    if quiet >= Self.silence, isOpenEnded(before: bytes), isOneKey(bytes) { end() }
    if case .string = state, !expectsAnswer, quiet >= Self.silenceInUnaskedString, isOneKey(bytes) { end() }
    for byte in bytes { take(byte) }
    return taken()
  }

  /// Nothing more has come at once.
  mutating func pause() -> [Event] {
    lastByte = 0
    decide()
    return taken()
  }

  /// Nothing more has come for so long.
  mutating func pause(of quiet: Duration) -> [Event] {
    if quiet >= Self.silence { release() }
    return taken()
  }

  /// What the terminal has answered since the last call.
  mutating func takeAnswers() -> [TerminalResponse] {
    defer { answers = [] }
    return answers
  }

  private mutating func taken() -> [Event] {
    defer { events = [] }
    return events
  }
}

extension InputParser {
  private mutating func take(_ byte: UInt8) {
    switch state {
    case .text: takeText(byte)
    case .paste(var paste):
      // Its bytes are not to be copied with each of them.
      state = .text
      if paste.take(byte) { emit(paste) } else { state = .paste(paste) }
    case .string where byte == Self.endOfText:
      // It is in no answer, and ^C always ends Tern.
      state = .text
      takeText(byte)
    case .string(var answer):
      state = .text
      if answer.take(byte) { answers += [answer.answer].compactMap(\.self) } else { state = .string(answer) }
    case .overlongControl:
      if 0x20...0x3F ~= byte { return }
      state = .text
      if byte < 0x20 { takeText(byte) }
    }
  }

  private mutating func takeText(_ byte: UInt8) {
    if pending.isEmpty {
      if isAfterEscape {
        isAfterEscape = false
        let isAnswer = expectsAnswer && (byte == UInt8(ascii: "]") || byte == UInt8(ascii: "_"))
        if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") || isAnswer {
          (pending, isLate) = ([Self.escape, byte], true)
          return
        }
      }
      // The rest of a character is never a control character.
      let isFree = !decoder.isInside || byte < 0x20
      guard isFree, byte == Self.escape || keys.begin(with: byte) else { return emit(character: byte) }
    }
    pending.append(byte)
    if let meaning = meaning(of: pending) { perform(meaning) }
  }

  /// Does what the beginning of what is pending means, and takes the rest anew.
  private mutating func perform(_ meaning: Meaning) {
    if isLate, meaning.isTyped { return release() }
    let all = pending
    (pending, isLate, hasWaited) = ([], false, false)
    switch meaning.action {
    case .character: emit(character: all[0])
    case .event(let event): events.append(event)
    case .keys(let keys): events += keys.map(Event.key)
    case .beginPaste: state = .paste(PasteBuffer())
    case .beginString: state = .string(ResponseBuffer(introducer: all[1]))
    case .answer(let answer): answers.append(answer)
    case .beginOverlongControl: state = .overlongControl
    case nil: break
    }
    for byte in all.dropFirst(meaning.length) { take(byte) }
  }

  /// Decides what is pending, where that can be decided without what comes next.
  private mutating func decide() {
    while !pending.isEmpty {
      if isLate {
        // Esc and O are typed by people, too.
        return pending == [Self.escape, UInt8(ascii: "O")] ? release() : ()
      }
      if case .key(let key, let length, _) = keys.match(pending) {
        perform(Meaning(length, key.map { .event(.key($0)) }))
      } else if pending == [Self.escape] {
        if holdsEscape {
          hasWaited = true
          return
        }
        (pending, hasWaited) = ([], false)
        events.append(.key(.escape))
        isAfterEscape = true
      } else if let meaning = meaning(ofUnknown: pending) {
        perform(meaning)
      } else {
        return
      }
    }
  }

  /// What was kept for a sequence whose Esc was a key are keys, too.
  private mutating func release() {
    isAfterEscape = false
    decoder.end()
    noteFailure()
    guard isLate else { return }
    let kept = pending.dropFirst()
    (pending, isLate) = ([], false)
    for byte in kept { take(byte) }
  }

  /// Whether something has begun that has no end of its own, and may have lost it.
  private func isOpenEnded(before bytes: [UInt8]) -> Bool {
    switch state {
    case .string: true
    case .paste(let paste): !(bytes.first.map(paste.continuesBegunEnd) ?? false)
    case .overlongControl: false
    // The first letter ends a control sequence that has parameters.
    case .text: !pending.isEmpty && !(pending.count > 2 && 0x20...0x3F ~= pending[2])
    }
  }

  private func isOneKey(_ bytes: [UInt8]) -> Bool {
    guard bytes.count <= Self.maxControlLength else { return false }
    var parser = Self(keys: keys)
    let events = parser.take(bytes) + parser.pause()
    guard events.count == 1, case .key = events[0], case .text = parser.state else { return false }
    return parser.pending.isEmpty && !parser.decoder.isInside
  }

  /// What has begun is over.
  private mutating func end() {
    if case .paste(let paste) = state { emit(paste) }
    (state, pending, isLate, hasWaited, isAfterEscape, decoder) = (.text, [], false, false, false, CharacterDecoder())
  }

  private mutating func emit(_ paste: PasteBuffer) {
    var decoder = CharacterDecoder()
    var scalars: [Unicode.Scalar] = []
    for byte in paste.bytes {
      let scalar = decoder.take(byte).flatMap(Unicode.Scalar.init)
      // What is no character is seen to be missing.
      if decoder.takeFailure() { scalars.append("\u{FFFD}") }
      if let scalar { scalars.append(scalar) }
    }
    if decoder.isInside, paste.bytes.count < PasteBuffer.maxLength { scalars.append("\u{FFFD}") }
    let text = PastedText.replacingKeyReports(in: scalars)
    if !text.isEmpty { events.append(.paste(text)) }
  }

  private mutating func emit(character byte: UInt8) {
    isAfterEscape = false
    let wasInside = decoder.isInside
    defer { lastByte = byte }
    let code = decoder.take(byte)
    noteFailure()
    guard let code else { return }
    // A byte of a terminal's UTF-8 in a locale of single bytes: no introducer of a sequence.
    if !wasInside, 0x80...0x9F ~= code, lastByte >= 0xC2 {
      return events.append(.undecodable(encoding: Locale.encoding))
    }
    // CSI, in one character.
    if code == 0x9B { pending = Array("\u{1B}[".utf8) }
    // OSC.
    if code == 0x9D { state = .string(ResponseBuffer(introducer: UInt8(ascii: "]"))) }
    if let key = Key(character: code) { events.append(.key(key)) }
  }

  /// Reports bytes that are no character.
  private mutating func noteFailure() {
    if decoder.takeFailure() { events.append(.undecodable(encoding: Locale.encoding)) }
  }
}
