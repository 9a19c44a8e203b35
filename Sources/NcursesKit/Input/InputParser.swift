import CNcurses
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
/// - The answer to a question (`TerminalAnswer`) is kept apart from the events. As long as one is expected, Esc by itself
///   is not decided: it may begin the answer.
/// - A paste goes on to its end. One whose end never comes is over with the first key that comes alone after a silence
///   (`take(_:after:)`): whoever pastes sends more at once, and sooner.
struct InputParser {
  /// How long nothing has to come before what has begun may be taken to be over, or never to have begun.
  static let silence = Duration.seconds(2)
  /// The same for what nobody has asked the terminal for, and a person can begin with Alt and a letter.
  private static let silenceInUnaskedString = Duration.milliseconds(300)
  /// A control sequence that is longer says nothing that is known. In bytes.
  private static let maxControlLength = 64

  private enum State {
    case text
    case paste(PasteBuffer)
    /// A terminal's answer, up to BEL or ST: ECMA-48, 5.6.
    case string(AnswerBuffer)
    /// What is left of a control sequence that is too long.
    case overlongControl
  }

  private let keys: KeyCodes
  private var decoder = CharacterDecoder()
  private var state = State.text
  /// What may be the beginning of a sequence.
  private var pending: [UInt8] = []
  /// Whether the Esc that is pending was a key already.
  private var isLate = false
  /// Whether the Esc that is pending has been waiting for what may come behind it: what comes was typed by itself.
  private var hasWaited = false
  /// Whether Esc was a key just now.
  private var isAfterEscape = false
  private var events: [Event] = []
  private var answers: [TerminalAnswer] = []
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
  var keepsCharacters: Bool { isLate }

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
    decide()
    return taken()
  }

  /// Nothing more has come for so long.
  mutating func pause(of quiet: Duration) -> [Event] {
    if quiet >= Self.silence { release() }
    return taken()
  }

  /// What the terminal has answered since the last call.
  mutating func takeAnswers() -> [TerminalAnswer] {
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
    case .beginPaste: state = .paste(PasteBuffer())
    case .beginString: state = .string(AnswerBuffer(introducer: all[1]))
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
    let scalars = paste.bytes.lazy.compactMap { decoder.take($0) }.compactMap(Unicode.Scalar.init)
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    if !text.isEmpty { events.append(.paste(String(text))) }
  }

  private mutating func emit(character byte: UInt8) {
    isAfterEscape = false
    guard let code = decoder.take(byte) else { return }
    // CSI, in one character.
    if code == 0x9B { pending = Array("\u{1B}[".utf8) }
    // OSC.
    if code == 0x9D { state = .string(AnswerBuffer(introducer: UInt8(ascii: "]"))) }
    if let key = Key(character: code) { events.append(.key(key)) }
  }
}

extension InputParser {
  private static let escape: UInt8 = 0x1B
  /// ^C.
  private static let endOfText: UInt8 = 0x03

  private enum Action {
    case character
    case event(Event)
    case answer(TerminalAnswer)
    case beginPaste, beginString, beginOverlongControl
  }

  /// What the first bytes of some mean.
  private struct Meaning {
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
  private func meaning(of bytes: [UInt8]) -> Meaning? {
    switch keys.match(bytes) {
    case .partial: nil
    case .key(_, length: bytes.count, mayGoOn: true): nil
    case .key(let key, let length, _): Meaning(length, key.map { .event(.key($0)) })
    case .none: meaning(ofUnknown: bytes)
    }
  }

  /// The same where it is not known to be a key.
  private func meaning(ofUnknown bytes: [UInt8]) -> Meaning? {
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
      if let answer = TerminalAnswer(parameters: parameters, final: final) { return Meaning(end + 1, .answer(answer)) }
      let key = KeyReport.key(parameters: parameters, final: final).map(Event.key)
      let mouse = MouseReport.event(parameters: parameters, final: final).map(Event.mouse)
      return Meaning(end + 1, (key ?? mouse).map(Action.event))
    }
  }
}

extension Key {
  /// nil where nobody can type it.
  fileprivate init?(character code: wint_t) {
    switch code {
    case 9: self = .tab
    case 10, 13: self = .enter
    case 27: self = .escape
    case 8, 127: self = .backspace
    case 0: self = .control(" ")
    case 1...26:
      guard let letter = Unicode.Scalar(code + 96) else { return nil }
      self = .control(Character(letter))
    // ^\ ^] ^^ ^_
    case 28..<32:
      guard let sign = Unicode.Scalar(code + 64) else { return nil }
      self = .control(Character(sign))
    case ..<32, 128..<160: return nil
    default:
      guard let scalar = Unicode.Scalar(code) else { return nil }
      self = .character(Character(scalar))
    }
  }
}
