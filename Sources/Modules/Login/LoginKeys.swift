import EmptyState
import TerminalKit

/// What the keys do in each state of the accounts.
@MainActor
struct LoginKeys {
  private let view: LoginViewController
  private var presenter: any LoginPresentation { view.presenter }

  init(_ view: LoginViewController) {
    self.view = view
  }

  var bindings: [KeyBinding] {
    if let form = view.form { return form.isSigningIn ? [cancellingSignIn] : keys(of: form) }
    switch view.content {
    case .nothing, .loading: return [binding(for: .cancel), form(hint: nil)]
    case .empty(let viewModel):
      let actions = viewModel.actions.filter { ![.quit, .back].contains($0) }
      // Where there are no accounts at all, there is none to sign in to.
      let form = actions.contains(.retry) ? [form(hint: "sign in")] : []
      return actions.map(binding) + form + [reload(hint: nil)]
    case .list: return opening + [form(hint: "sign in"), reload(hint: "reload")] + movement + digits
    }
  }

  private var opening: [KeyBinding] {
    [
      KeyBinding(.enter, title: "read this account", hint: "open") {
        presenter.openAccount(at: view.list.selection)
      }
    ]
  }

  private var movement: [KeyBinding] {
    let move: CellList<LoginRow>.Move = { [view] in view.move($0) }
    // Nothing else is to go to: whoever types gg is there after the first g.
    let first = KeyBinding(.character("g"), title: "first account") { view.move { $0.selectFirst() } }
    return CellList.keyBindings(moving: "account", move: move) + [first]
      + CellList.endKeyBindings(moving: "account", move: move)
  }

  private var digits: [KeyBinding] {
    let digits = (1...9).prefix(view.accountCount)
    return digits.map { digit in
      KeyBinding(.character(Character("\(digit)")), title: "read account \(digit)") {
        presenter.openAccount(at: digit - 1)
      }
    }
  }

  private func form(hint: String?) -> KeyBinding {
    KeyBinding(.character("n"), title: "sign in to an account", hint: hint) { presenter.openForm() }
  }

  private func reload(hint: String?) -> KeyBinding {
    KeyBinding(
      .character("R"), .control("r"), .function(5), .character(","), .character("."),
      title: "ask for the accounts anew",
      hint: hint
    ) { presenter.reload() }
  }

  private func keys(of form: LoginForm) -> [KeyBinding] {
    let submits = form.canSubmit && form.focus != .handle
    let isOnButton = form.focus == .button
    // Where Enter leads to no other field, Tab does.
    let enterHint = submits ? "sign in" : form.hasNext ? "next" : nil
    return [
      KeyBinding(
        keys: isOnButton ? [.enter, .character(" ")] : [.enter],
        title: submits ? "sign in" : form.hasNext ? "next field" : "say what is missing",
        hint: enterHint, effect: .perform { view.submitForm() }),
      KeyBinding(.tab, .down, title: "next field", hint: enterHint == nil ? "next" : nil) {
        view.changeForm { $0.moveFocus(by: 1) }
      },
      KeyBinding(
        keys: isOnButton ? [.escape, .character("q"), .backspace] : [.escape], title: "close the form", hint: "close",
        effect: .perform { presenter.closeForm() }),
      KeyBinding(.backTab, .up, title: "previous field") { view.changeForm { $0.moveFocus(by: -1) } },
    ]
  }

  private var cancellingSignIn: KeyBinding {
    KeyBinding(.escape, .character("q"), .backspace, title: "cancel", hint: "cancel") { presenter.cancelSignIn() }
  }

  private func binding(for action: EmptyStateAction) -> KeyBinding {
    KeyBinding(action.key, title: action.label, hint: action.label) {
      switch action {
      case .retry: presenter.reload()
      case .cancel: presenter.cancelLoading()
      case .stopReading, .logIn, .search, .clearSearch, .nextTimeline, .switchAccount, .back, .quit: break
      }
    }
  }
}
