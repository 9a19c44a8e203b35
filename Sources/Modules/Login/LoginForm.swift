import TerminalKit

/// Handle, password and a button: what is typed, and where the person is.
@MainActor
struct LoginForm {
  enum Focus: CaseIterable {
    case handle, password, button
  }

  let handle: TextField
  let password = TextField(isSecure: true)
  private(set) var focus: Focus
  /// While the answer is awaited, nothing can be typed.
  var isSigningIn = false
  var notice: LoginNotice?

  /// Begins with the password where the handle is known.
  init(handle: String) {
    self.handle = TextField(text: handle)
    focus = handle.asHandle.isEmpty ? .handle : .password
  }

  /// Whether there is somebody to ask for. Whether a password is needed, whoever lets people in knows.
  var canSubmit: Bool { !handle.text.asHandle.isEmpty }

  var focusedField: TextField? {
    guard !isSigningIn else { return nil }
    return switch focus {
    case .handle: handle
    case .password: password
    case .button: nil
    }
  }

  /// Goes to a part of it, where the answer is not awaited.
  mutating func focus(_ part: Focus) {
    if !isSigningIn { focus = part }
  }

  mutating func moveFocus(by step: Int) {
    let all = Focus.allCases
    guard let index = all.firstIndex(of: focus) else { return }
    focus = all[(index + step + all.count) % all.count]
  }

  /// Whether there is another field to fill than the one at hand.
  var hasNext: Bool { next != focus }

  /// Goes to the handle where that is empty, else on to the password. Where that is the field at hand, says what is
  /// missing.
  mutating func focusWhatIsNext() {
    if !hasNext { notice = LoginNotice(text: "Type a handle first.") }
    focus = next
  }

  private var next: Focus { handle.text.asHandle.isEmpty ? .handle : .password }

  /// What was missing may be there now; why somebody was not let in is still good to know.
  mutating func textDidChange() {
    if notice?.isFailure == false { notice = nil }
  }

  mutating func clearPassword() {
    password.clear()
    focus = .password
  }
}
