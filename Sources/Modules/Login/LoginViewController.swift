import EmptyState
import TerminalKit

/// Draws the accounts and the form, and turns commands into presenter calls.
@MainActor
final class LoginViewController: ViewController {
  var title: String { isFormOpen ? "Sign in" : "Accounts" }
  var needsDisplay: (@MainActor () -> Void)?

  let presenter: any LoginPresentation
  private let keymap: Observed<Keymap>
  var content = HostedContent.nothing
  /// Stands in front of everything else while it is open.
  var form: LoginForm?
  /// Which server to sign in to; stands in front of all but the two others.
  var serverForm: ServerForm?
  /// The page of that server; stands in front of it.
  var consentForm: ConsentForm?
  private(set) var list = CellList<LoginRow>(maxWidth: 80)
  private(set) var accountCount = 0
  /// Takes what the names of the listed accounts have to have.
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

  /// The form says by itself what there is to say.
  var notice: ScreenNotice? {
    isFormOpen ? nil : listNotice.map { ScreenNotice(text: $0.text, isFailure: $0.isFailure) }
  }

  var availableCommands: [AvailableCommand] { LoginAvailableCommands(self).all }

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
      return ServerFormDrawing(in: area).draw(consentForm, on: &canvas) { [weak self] in self?.focus($0) }
    }
    if let serverForm {
      return ServerFormDrawing(in: area).draw(serverForm, on: &canvas) { [weak self] in self?.focus($0) }
    }
    content.draw(on: &canvas, in: area, keymap: keymap.value) { list.draw(on: &$0, in: area, mouse: mouse) }
  }
}

// MARK: - What the keys do here

extension LoginViewController {
  /// What a click on the selected account does.
  func openSelected() { presenter.openAccount(at: list.selection) }

  /// Changes which row is selected and tells the presenter.
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

  /// What a click on a part of the form does.
  private func focus(_ part: LoginForm.Focus) {
    changeForm { $0.focus(part) }
    if part == .button { submitForm() }
  }

  /// Hands over what was typed; goes to the field that is still to be filled where there is one.
  func submitForm() {
    guard let form else { return }
    if form.canSubmit, form.focus != .handle {
      presenter.signIn(handle: form.handle.text, password: form.password.text)
    } else {
      changeForm { $0.focusWhatIsNext() }
    }
  }
}

// MARK: - What the presenter tells

extension LoginViewController: LoginView, EmptyStateHost {
  func showAccounts(_ viewModel: LoginViewModel) {
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
    setInFront(notice: notice)
  }

  func showSigningIn(_ sentence: String?) {
    setInFront(notice: sentence.map { LoginNotice(text: $0) }, isSigningIn: true)
  }

  func hideSigningIn() {
    setInFront(notice: nil, isSigningIn: false)
  }

  /// - Parameter isSigningIn: nil leaves it as it is.
  private func setInFront(notice: LoginNotice?, isSigningIn: Bool? = nil) {
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
