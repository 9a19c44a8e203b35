import TerminalKit

/// The state of the form with handle, password and button.
@MainActor
struct LoginForm {
  enum Focus: CaseIterable {
    case handle, password, button
  }

  let handle: TextField
  let password = TextField(isSecure: true)
  private(set) var focus: Focus
  /// Fields cannot be edited while signing in.
  var isSigningIn = false
  var notice: LoginNotice?

  /// Focuses the password if the handle is known.
  init(handle: String) {
    self.handle = TextField(text: handle)
    focus = handle.asHandle.isEmpty ? .handle : .password
  }

  /// Whether there is a handle. Some accounts need no password.
  var canSubmit: Bool { !handle.text.asHandle.isEmpty }

  var focusedField: TextField? {
    guard !isSigningIn else { return nil }
    return switch focus {
    case .handle: handle
    case .password: password
    case .button: nil
    }
  }

  /// Focuses a part of the form, unless signing in.
  mutating func focus(_ part: Focus) {
    if !isSigningIn { focus = part }
  }

  mutating func moveFocus(by step: Int) {
    let all = Focus.allCases
    guard let index = all.firstIndex(of: focus) else { return }
    focus = all[(index + step + all.count) % all.count]
  }

  /// Whether Enter moves to another field.
  var hasNext: Bool { next != focus }

  /// Focuses the handle if it is empty, and the password otherwise. Shows what is missing if that field has the focus.
  mutating func focusNextField() {
    if !hasNext { notice = LoginNotice(text: "Enter a handle first.") }
    focus = next
  }

  private var next: Focus { handle.text.asHandle.isEmpty ? .handle : .password }

  /// Hides hints about missing fields. The reason of a failed sign-in remains.
  mutating func textDidChange() {
    if notice?.isFailure == false { notice = nil }
  }

  mutating func clearPassword() {
    password.clear()
    focus = .password
  }
}
