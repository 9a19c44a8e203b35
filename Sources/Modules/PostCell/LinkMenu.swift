import Domain
import TerminalKit

/// The small menu of a post's links: each by its full address, and by the real host where that is not plain, so that
/// what opens is what was read.
@MainActor
public enum LinkMenu {
  /// - Parameter links: full addresses; the first nine can be chosen.
  public static func binding(links: [String], open: @escaping @MainActor (String) -> Void) -> KeyBinding {
    KeyBinding(
      .character("o"), title: "links of this post", hint: "links",
      menu: links.prefix(9).enumerated().map { index, url in
        KeyBinding(
          .character(Character("\(index + 1)")), title: WebAddress.shown(url),
          shortTitle: { LinkLabel.fitted(url, to: $0) }
        ) {
          open(url)
        }
      })
  }
}
