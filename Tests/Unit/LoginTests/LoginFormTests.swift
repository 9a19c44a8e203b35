import TerminalKit
import Testing

@testable import Login

@MainActor @Suite struct LoginFormTests {
  @Test(arguments: [
    ("", "", false), ("ali@demo", "", true), ("", "sesame", false), ("   ", "sesame", false), ("@", "sesame", false),
    ("ali@demo", "sesame", true), (" @ali ", " ", true),
  ]) func `Submitting requires a handle`(
    handle: String, password: String, canSubmit: Bool
  ) {
    let form = LoginForm(handle: handle)
    for character in password { _ = form.password.handle(.character(character)) }
    #expect(form.canSubmit == canSubmit)
  }

  @Test(arguments: [("", LoginForm.Focus.handle), ("@", .handle), ("ali@demo", .password)])
  func `The first empty field has the focus`(handle: String, focus: LoginForm.Focus) {
    #expect(LoginForm(handle: handle).focus == focus)
  }

  @Test func `The focus moves in a circle in both directions`() {
    var form = LoginForm(handle: "")
    var seen: [LoginForm.Focus] = []
    for _ in 0..<3 {
      form.moveFocus(by: 1)
      seen.append(form.focus)
    }
    #expect(seen == [.password, .button, .handle])
    form.moveFocus(by: -1)
    #expect(form.focus == .button)
    #expect(form.focusedField == nil)
  }

  @Test func `Fields cannot be edited while signing in`() {
    var form = LoginForm(handle: "ali@demo")
    #expect(form.focusedField === form.password)
    form.isSigningIn = true
    #expect(form.focusedField == nil)
  }

  @Test func `Clearing the password keeps the handle`() {
    var form = LoginForm(handle: "ali@demo")
    _ = form.password.handle(.character("x"))
    form.moveFocus(by: 1)
    form.clearPassword()
    #expect(form.handle.text == "ali@demo")
    #expect(form.password.text.isEmpty)
    #expect(form.focus == .password)
  }
}
