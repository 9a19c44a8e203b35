import CNcurses

/// Keeps apart what a person has typed and what a terminal sends for a key that is not known: its letters and digits
/// are no keys.
///
/// What has come at once with an Esc belongs to it; what comes later goes on where a sequence has begun beyond doubt.
/// Esc with any other character at once is both keys, as it is to vi and less. Terminals send that for Alt and the key,
/// but so do scripts (`tmux send-keys Escape q`) and slow lines for a person who has typed one after the other, and a key
/// that was typed must not be lost.
struct UnknownSequence {
  private enum State: Equatable {
    case none
    /// Esc has come, and is a key unless more follows.
    case escape
    /// Parameters, then a letter that ends it: ECMA-48, 5.4.
    case control(hasParameters: Bool)
    /// So many characters more.
    case counted(Int)
    /// A terminal's answer, up to BEL or ST: ECMA-48, 5.6. True after Esc, which begins ST.
    case string(afterEscape: Bool)
  }

  private var state = State.none

  /// - Returns: the characters that are now known to be keys.
  mutating func take(_ character: wint_t) -> [wint_t] {
    switch (state, character) {
    case (.none, 27):
      state = .escape
      return []
    case (.none, _):
      return [character]
    case (.escape, 0x5B):
      state = .control(hasParameters: false)
      return []
    case (.escape, 0x4F):
      state = .counted(1)
      return []
    // DCS, SOS, OSC, PM, APC
    case (.escape, 0x50), (.escape, 0x58), (.escape, 0x5D), (.escape, 0x5E), (.escape, 0x5F):
      state = .string(afterEscape: false)
      return []
    case (.escape, 27):
      return [27]
    case (.escape, _):
      state = .none
      return [27, character]
    case (.control, 0x20...0x3F):
      state = .control(hasParameters: true)
      return []
    // A mouse of X10 says button, column and row: xterm's Control Sequences, “Mouse Tracking”.
    case (.control(hasParameters: false), 0x4D):
      state = .counted(3)
      return []
    case (.counted(let count), _) where count > 1:
      state = .counted(count - 1)
      return []
    case (.string(let isAfterEscape), _) where character != 7 && !(isAfterEscape && character == 0x5C):
      state = .string(afterEscape: character == 27)
      return []
    case (.control, _), (.counted, _), (.string, _):
      state = .none
      return []
    }
  }

  /// Nothing more has come with it so far.
  mutating func pause() -> [wint_t] {
    state == .escape ? end() : []
  }

  /// Nothing more belongs to it.
  mutating func end() -> [wint_t] {
    defer { state = .none }
    return state == .escape ? [27] : []
  }
}
