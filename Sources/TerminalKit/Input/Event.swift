/// Something that comes from the terminal.
public enum Event: Hashable, Sendable {
  case key(Key)
  /// Text that was pasted, as the terminal sent it: it may have line ends of every kind and control characters.
  case paste(String)
  case mouse(MouseEvent)
  /// The terminal has this size now.
  case resize(Size)
  /// Whether keys go to the terminal's window now.
  case focus(Bool)
}
