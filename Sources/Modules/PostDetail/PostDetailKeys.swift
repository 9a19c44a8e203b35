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
    case .nothing, .loading: [reload(hint: nil)]
    case .empty: [reload(hint: EmptyStateAction.retry.label)]
    case .thread: post + movement + [reload(hint: "reload"), goTo]
    }
  }

  private var post: [KeyBinding] {
    guard let row = view.selectedRow, let post = row.post else { return [] }
    var bindings: [KeyBinding] = []
    if row.canBeOpened {
      bindings.append(
        KeyBinding(.enter, .character("t"), title: "open the post and its thread", hint: "open") {
          presenter.openPost(at: view.selection)
        })
    }
    if post.canBeFolded {
      bindings.append(
        KeyBinding(.character("z"), .character("s"), title: "show or hide what is behind the warning", hint: "reveal") {
          presenter.toggleWarning(at: view.selection)
        })
    }
    if !post.links.isEmpty { bindings.append(LinkMenu.binding(links: post.links, open: { presenter.openLink($0) })) }
    return bindings + [
      KeyBinding(.character("v"), title: "open the post in the browser") { presenter.openAddress(at: view.selection) },
      KeyBinding(.character("y"), title: "copy its address") { presenter.copyAddress(at: view.selection) },
      KeyBinding(.character("Y"), title: "copy its text") { presenter.copyText(at: view.selection) },
    ]
  }

  private var movement: [KeyBinding] {
    let move: CellList<PostDetailRow>.Move = { [view] in view.move($0) }
    return CellList.keyBindings(moving: "post", move: move) + CellList.endKeyBindings(moving: "post", move: move)
  }

  private var goTo: KeyBinding {
    KeyBinding(
      .character("g"), title: "go to", hint: "go to",
      menu: [KeyBinding(.character("g"), title: "first post") { view.move { $0.selectFirst() } }])
  }

  private func reload(hint: String?) -> KeyBinding {
    KeyBinding(
      .character("R"), .control("r"), .function(5), .character(","), .character("."), title: "reload", hint: hint
    ) { presenter.reload() }
  }
}
