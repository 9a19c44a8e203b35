import EmptyState
import PostCell
import TerminalKit

/// A list of posts opens and acts on its rows as `PostListPresenter` says.
extension ListPresenter where Self: PostListPresenter {
  public var offersSharedCommands: Bool { true }
  public func openRow(at index: Int) { openPost(at: index) }
  public func openLink(_ url: String, at index: Int) { openLinkTarget(url, at: index) }
  public func listPictures(redraw: @escaping @MainActor () -> Void) -> ListPictures? { pictures(redraw: redraw) }

  public func postCommands(for post: PostCellViewModel, at index: Int, canBeOpened: Bool = true) -> [RowCommand] {
    PostCommands.availableCommands(for: post, at: index, canBeOpened: canBeOpened, presenter: self)
      .map(RowCommand.init)
  }

  public var undoCommands: [RowCommand] {
    undoTitle.map { [RowCommand(SourceCommands.undo, "undo: \($0)", .perform { [weak self] in self?.undo() })] } ?? []
  }
}

extension ListPresenter where Self: PostRouting {
  public func signInAgain() { router.showLogin() }
}
