import EmptyState

extension HostedContent {
  /// The view model of a loading indicator or empty view.
  var viewModel: EmptyStateViewModel? {
    switch self {
    case .loading(let viewModel): viewModel
    case .empty(let viewModel): viewModel
    case .list, .nothing: nil
    }
  }

  /// The kind of content; for an empty view, the name of its reason.
  var name: String {
    switch self {
    case .nothing: "nothing"
    case .loading: "loading"
    case .list: "list"
    case .empty(let viewModel): viewModel.name
    }
  }
}
