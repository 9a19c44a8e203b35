import EmptyState
import TerminalKit

/// Draws the accounts and the forms, and turns commands into presenter calls.
@MainActor
final class LoginViewController: ViewController {
  var title: String { isFormOpen ? "Sign in" : "Accounts" }
  var needsDisplay: (@MainActor () -> Void)?

  let presenter: any LoginPresentation
  private let keymap: Observed<Keymap>
  var content = HostedContent.nothing
  /// The password form. Covers everything else.
  var form: LoginForm?
  /// The server form. Covers the list.
  var serverForm: ServerForm?
  /// The consent form. Covers the server form.
  var consentForm: ConsentForm?
  private(set) var list = CellList<LoginRow>()
  private(set) var accountCount = 0
  /// The filter field; nil if no filter is set.
  private(set) var filterField: TextField?
  private var listNotice: LoginNotice?

  private lazy var mouse = ListMouse<LoginRow>(
    move: { [weak self] in self?.move($0) }, open: { [weak self] in self?.openSelected() })

  init(presenter: any LoginPresentation, keymap: Observed<Keymap> = Observed(.standard)) {
    self.presenter = presenter
    self.keymap = keymap
  }

  private var isFormOpen: Bool { form != nil || serverForm != nil }

  var focusedField: TextField? {
    if let form { return form.focusedField }
    if let consentForm { return consentForm.focusedField }
    return serverForm == nil ? filterField : serverForm?.focusedField
  }

  var bottomLine: BottomLine {
    if !isFormOpen, let filterField { return .prompt("Find", filterField) }
    guard !isFormOpen, case .list = content else { return .status("") }
    return .status("\(list.selection + 1) of \(accountCount)")
  }

  var header: ScreenHeader? { ScreenHeader(.tabs([.init(title)], selected: 0, next: nil)) }

  /// Forms show their own notices.
  var notice: ScreenNotice? {
    isFormOpen ? nil : listNotice.map { ScreenNotice(text: $0.text, severity: Severity(isFailure: $0.isFailure)) }
  }

  var availableCommands: [AvailableCommand] { LoginAvailableCommands(self).all }
  var isOpening: Bool { content.isBlank }

  func viewDidLoad() { presenter.viewDidLoad() }
  func viewDidAppear() { presenter.viewDidAppear() }
  func viewWillDisappear() { presenter.viewWillDisappear() }
  func settingsDidChange() { presenter.settingsDidChange() }

  func fieldDidChange() {
    if !isFormOpen, let filterField { return presenter.filter(filterField.text) }
    if form != nil { return changeForm { $0.textDidChange() } }
    if consentForm == nil { serverForm?.textDidChange() } else { consentForm?.textDidChange() }
  }

  func draw(on canvas: inout Canvas, in area: Rect) {
    if let form {
      return LoginFormDrawing(form, focus: { [weak self] in self?.focus($0) }).draw(on: &canvas, in: area)
    }
    if let consentForm {
      return ServerFormDrawing(in: area, qrCode: consentForm.viewModel.qrCode).draw(consentForm, on: &canvas) {
        [weak self] in
        self?.focus($0)
      }
    }
    if let serverForm {
      return ServerFormDrawing(in: area).draw(serverForm, on: &canvas) { [weak self] in self?.focus($0) }
    }
    content.draw(on: &canvas, in: area, keymap: keymap.value) { list.draw(on: &$0, in: area, mouse: mouse) }
  }
}

// MARK: - Commands

extension LoginViewController {
  /// Handles a click on the selected account.
  func openSelected() { presenter.openAccount(at: list.selection) }

  /// Moves the selection and notifies the presenter if it changed.
  func move(_ change: (inout CellList<LoginRow>) -> Void) {
    let before = list.selection
    change(&list)
    if list.selection != before { presenter.didSelectRow(at: list.selection) }
  }

  func beginFilter() {
    filterField = TextField()
  }

  func endFilter() {
    filterField = nil
    presenter.filter("")
  }

  func changeForm(_ change: (inout LoginForm) -> Void) {
    guard var form else { return }
    change(&form)
    self.form = form
  }

  /// Handles a click on a part of the password form.
  private func focus(_ part: LoginForm.Focus) {
    changeForm { $0.focus(part) }
    if part == .button { submitForm() }
  }

  /// Submits the form, or focuses the field that is still empty.
  func submitForm() {
    guard let form else { return }
    if form.canSubmit, form.focus != .handle {
      presenter.signIn(handle: form.handle.text, password: form.password.text)
    } else {
      changeForm { $0.focusNextField() }
    }
  }
}

// MARK: - Updates from the presenter

extension LoginViewController: LoginView, EmptyStateHost {
  func show(_ viewModel: LoginViewModel) {
    accountCount = viewModel.rows.count
    list.show(viewModel.rows, selection: viewModel.selection, footer: viewModel.footer)
    content = .list
    needsDisplay?()
  }

  func showNotice(_ notice: LoginNotice) {
    listNotice = notice
    needsDisplay?()
  }

  func hideNotice() {
    listNotice = nil
    needsDisplay?()
  }

  func showForm(handle: String) {
    form = LoginForm(handle: handle)
    needsDisplay?()
  }

  func hideForm() {
    (form, serverForm, consentForm) = (nil, nil, nil)
    needsDisplay?()
  }

  func showFormNotice(_ notice: LoginNotice) {
    updateFrontForm(notice: notice)
  }

  func showSigningIn(_ sentence: String?) {
    updateFrontForm(notice: sentence.map { LoginNotice(text: $0) }, isSigningIn: true)
  }

  func hideSigningIn() {
    updateFrontForm(notice: nil, isSigningIn: false)
  }

  /// Updates the frontmost form.
  /// - Parameter isSigningIn: nil leaves the value unchanged.
  private func updateFrontForm(notice: LoginNotice?, isSigningIn: Bool? = nil) {
    if var form {
      form.notice = notice
      form.isSigningIn = isSigningIn ?? form.isSigningIn
      self.form = form
    } else if var consentForm {
      consentForm.notice = notice
      consentForm.isSigningIn = isSigningIn ?? consentForm.isSigningIn
      self.consentForm = consentForm
    } else if var serverForm {
      serverForm.notice = notice
      serverForm.isSigningIn = isSigningIn ?? serverForm.isSigningIn
      self.serverForm = serverForm
    }
    needsDisplay?()
  }

  func clearPassword() {
    form?.clearPassword()
    needsDisplay?()
  }
}
