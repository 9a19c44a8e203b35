import TerminalKit

/// The first step of signing in: which server, or whose demo account.
@MainActor
struct ServerForm {
  enum Focus: CaseIterable {
    case server, button
  }

  let server: TextField
  private(set) var focus = Focus.server
  /// While the server is asked, nothing can be typed.
  var isSigningIn = false
  var notice: LoginNotice?

  init(server: String) {
    self.server = TextField(text: server)
  }

  var canSubmit: Bool { !server.text.asHandle.isEmpty }

  var focusedField: TextField? { isSigningIn || focus != .server ? nil : server }

  mutating func focus(_ part: Focus) {
    if !isSigningIn { focus = part }
  }

  mutating func moveFocus() {
    focus = focus == .server ? .button : .server
  }

  mutating func showMissingFields() {
    notice = LoginNotice(text: "Type a server first, such as mastodon.social.")
    focus = .server
  }

  /// What was missing may be there now; why somebody was not let in is still good to know.
  mutating func textDidChange() {
    if notice?.isFailure == false { notice = nil }
  }
}

/// The second step: what is to be opened in a browser, and the code that its page may end with.
struct ConsentViewModel: Hashable, Sendable {
  var host: String
  /// For people to open anywhere.
  var address: String
  /// What Tern asks to be allowed.
  var scopes: String
  /// Whether there is a browser here.
  var canOpen: Bool
}

/// The second step as it is filled in.
@MainActor
struct ConsentForm {
  enum Focus: CaseIterable {
    case address, code
  }

  let viewModel: ConsentViewModel
  let code = TextField()
  private(set) var focus = Focus.address
  /// While a code is tried, nothing can be typed.
  var isSigningIn = false
  /// What is waited for, and for how long.
  var waiting = ""
  var notice: LoginNotice?

  init(_ viewModel: ConsentViewModel) {
    self.viewModel = viewModel
  }

  var hasCode: Bool { code.text.contains { !$0.isWhitespace } }

  var focusedField: TextField? { isSigningIn || focus != .code ? nil : code }

  /// What there is to know: what has happened last, and what is waited for.
  var said: [LoginNotice] {
    (notice.map { [$0] } ?? []) + (waiting.isEmpty || isSigningIn ? [] : [LoginNotice(text: waiting)])
  }

  mutating func focus(_ part: Focus) {
    if !isSigningIn { focus = part }
  }

  mutating func moveFocus() {
    focus = focus == .address ? .code : .address
  }

  mutating func showMissingFields() {
    notice = LoginNotice(text: "Paste the code first.")
  }

  mutating func textDidChange() {
    if notice?.isFailure == false { notice = nil }
  }
}
