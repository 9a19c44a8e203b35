extension Style.Color {
  /// The colour's number where a terminal has the 256 colours of xterm: each can be read on black and on white. nil is
  /// the terminal's own foreground.
  public var xterm256: Int? {
    switch self {
    case .plain: nil
    case .accent: 38
    case .muted: 244
    case .link: 68
    case .notice: 172
    case .failure: 167
    }
  }
}
