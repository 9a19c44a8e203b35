import TerminalKit

/// What the keys do with the selected post, on whatever screen it stands.
@MainActor
public enum PostKeys {
  /// - Parameter canBeOpened: whether it has a screen of its own that is not this one.
  public static func bindings(
    for post: PostCellViewModel, at index: Int, canBeOpened: Bool = true, presenter: any PostPresentation
  ) -> [KeyBinding] {
    var bindings: [KeyBinding] = []
    if canBeOpened {
      bindings.append(
        KeyBinding(.enter, .character("t"), title: "open the post and its thread", hint: "open") {
          presenter.openPost(at: index)
        })
    }
    if post.canBeFolded {
      bindings.append(
        KeyBinding(
          .character("z"), .character("s"), title: "show or hide what is behind the warning",
          hint: post.isRevealed ? "fold" : "reveal"
        ) { presenter.toggleWarning(at: index) })
    }
    if !post.links.isEmpty { bindings.append(LinkMenu.binding(links: post.links, open: { presenter.openLink($0) })) }
    return bindings + [
      KeyBinding(.character("v"), title: "open the post in the browser") { presenter.openAddress(at: index) },
      KeyBinding(.character("y"), title: "copy its address") { presenter.copyAddress(at: index) },
      KeyBinding(.character("Y"), title: "copy its text") { presenter.copyText(at: index) },
    ]
  }
}
