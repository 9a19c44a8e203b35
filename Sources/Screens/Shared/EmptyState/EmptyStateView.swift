import Domain

/// A screen that shows one of: loading, content, or an empty view. Showing one replaces the others.
///
/// Each screen's own protocol adds how its content is shown.
@MainActor
public protocol EmptyStateView: AnyObject {
  /// - Parameter viewModel: nil for the first tenth of a second, when nothing is shown yet.
  func showLoading(_ viewModel: EmptyStateViewModel?)
  func showEmptyView(_ viewModel: EmptyStateViewModel)
  /// Called before the empty view is replaced with loading or content.
  func hideEmptyView()
}

/// An `EmptyStateView` whose content is a list with a status and notices.
@MainActor
public protocol ListView: EmptyStateView {
  /// - Parameter status: the position in the list: “3 of 12”.
  func showStatus(_ status: String)
  func showNotice(_ notice: NoticeViewModel)
  func hideNotice()
}

/// The title line of a list: what is shown, and the account that reads it.
public struct ListHeader: Hashable, Sendable {
  /// “Post by Grace Hopper”.
  public var title: String
  /// “Ada · @ada@demo”.
  public var account: String
  /// “@ada@demo”.
  public var label: String

  public init(title: String, account: String, label: String) {
    (self.title, self.account, self.label) = (title, account, label)
  }
}

extension ListHeader {
  /// - Parameter reader: the profile of the account that reads.
  public init(title: String, reader: Profile) {
    self.init(title: title, account: reader.nameAndLabel, label: reader.label)
  }
}

/// The state of a screen, as decided by its presenter.
public enum ScreenContent<Content> {
  /// Loading, with nil for the first tenth of a second, when nothing is shown yet.
  case loading(EmptyStateViewModel?)
  case content(Content)
  case empty(EmptyStateViewModel)
}

/// Shows `ScreenContent` on a view. Calls `hideEmptyView()` first when it replaces an empty view with something else.
@MainActor
public struct ContentSwitch {
  private var isEmptyViewShown = false

  public init() {}

  /// - Parameter showContent: shows the content on the view.
  public mutating func show<Content>(
    _ content: ScreenContent<Content>, on view: any EmptyStateView, showContent: (Content) -> Void
  ) {
    if case .empty(let viewModel) = content {
      isEmptyViewShown = true
      return view.showEmptyView(viewModel)
    }
    if isEmptyViewShown { view.hideEmptyView() }
    isEmptyViewShown = false
    switch content {
    case .loading(let viewModel): view.showLoading(viewModel)
    case .content(let content): showContent(content)
    case .empty: break
    }
  }
}
