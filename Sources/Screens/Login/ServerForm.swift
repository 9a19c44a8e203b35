import TerminalKit

/// The first step of signing in to a server: which server, or which demo account.
@MainActor
struct ServerForm {
  enum Focus: CaseIterable {
    case server, button
  }

  let server: TextField
  private(set) var focus = Focus.server
  /// The field cannot be edited while connecting.
  var isSigningIn = false
  var notice: LoginNotice?

  /// The sentence that explains the field.
  let hint: String

  init(server: String, mentionsDemo: Bool = true) {
    self.server = TextField(text: server)
    hint = "Your server, such as mastodon.social" + (mentionsDemo ? ", or a demo account, such as password@demo." : ".")
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
    notice = LoginNotice(text: "Enter a server first, such as mastodon.social.")
    focus = .server
  }

  /// Hides hints about missing fields. The reason of a failed sign-in remains.
  mutating func textDidChange() {
    if notice?.isFailure == false { notice = nil }
  }
}

/// The second step: the address to open in a browser, and the code that its page may show.
struct ConsentViewModel: Hashable, Sendable {
  var host: String
  /// The consent page. It can be opened on any device.
  var address: String
  /// The permissions that Tern requests, as a sentence.
  var scopes: String
  /// Whether a local browser is available.
  var canOpen: Bool
  /// The address as a QR code for a phone; empty if it is not shown.
  var qrCode: [StyledText] = []
}

/// The state of the second step.
@MainActor
struct ConsentForm {
  enum Focus: CaseIterable {
    case address, code
  }

  let viewModel: ConsentViewModel
  let code = TextField()
  private(set) var focus = Focus.address
  /// The field cannot be edited while a code is checked.
  var isSigningIn = false
  /// The event that the form is waiting for and the time it may take, as a sentence; empty if none.
  var waiting = ""
  var notice: LoginNotice?

  init(_ viewModel: ConsentViewModel) {
    self.viewModel = viewModel
  }

  var hasCode: Bool { code.text.contains { !$0.isWhitespace } }

  var focusedField: TextField? { isSigningIn || focus != .code ? nil : code }

  /// The latest notice, then the progress.
  var notices: [LoginNotice] {
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
