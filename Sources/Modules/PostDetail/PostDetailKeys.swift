import EmptyState
import PostCell
import TerminalKit

/// What the keys do in each state of the screen. The way back is the navigator's.
@MainActor
struct PostDetailKeys {
  private let view: PostDetailViewController
  private var presenter: any PostDetailPresentation { view.presenter }

  init(_ view: PostDetailViewController) {
    self.view = view
  }

  var bindings: [KeyBinding] {
    switch view.content {
    case .nothing, .loading: return [reload(hint: nil)] + accounts
    case .empty(let viewModel): return help(viewModel.actions) + [reload(hint: nil)] + accounts
    case .list:
      // One key, one word for it.
      let actions = view.notice?.actions ?? []
      return help(actions) + post + movement + [reload(hint: actions.contains(.retry) ? nil : "reload")] + accounts
    }
  }

  private func help(_ actions: [EmptyStateAction]) -> [KeyBinding] {
    actions.compactMap { action in
      switch action {
      case .logIn: KeyBinding(action.key, title: action.label, hint: action.label) { presenter.logIn() }
      case .retry: KeyBinding(action.key, title: action.label, hint: action.label) { presenter.reload() }
      default: nil
      }
    }
  }

  private var post: [KeyBinding] {
    guard let row = view.selectedRow, let post = row.post else { return [] }
    return PostKeys.bindings(for: post, at: view.selection, canBeOpened: row.canBeOpened, presenter: presenter)
  }

  private var movement: [KeyBinding] {
    let move: CellList<PostDetailRow>.Move = { [view] in view.move($0) }
    return CellList.keyBindings(moving: "post", move: move) + CellList.endKeyBindings(moving: "post", move: move)
  }

  private var accounts: [KeyBinding] {
    let first = KeyBinding(.character("g"), title: "first post") { view.move { $0.selectFirst() } }
    let account = KeyBinding(.character("s"), title: "switch account") { presenter.switchAccount() }
    return [
      KeyBinding(
        .character("g"), title: "go to", hint: "go to", menu: view.isShowingThread ? [first, account] : [account]),
      KeyBinding(.control("n"), title: "next account") { presenter.showNextAccount() },
      KeyBinding(.control("p"), title: "previous account") { presenter.showPreviousAccount() },
    ]
  }

  private func reload(hint: String?) -> KeyBinding {
    KeyBinding(
      .character("R"), .control("r"), .function(5), .character(","), .character("."), title: "reload", hint: hint
    ) { presenter.reload() }
  }
}
