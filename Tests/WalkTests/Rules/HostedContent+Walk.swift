import EmptyState

extension HostedContent {
  /// What is said where no list stands.
  var viewModel: EmptyStateViewModel? {
    switch self {
    case .loading(let viewModel): viewModel
    case .empty(let viewModel): viewModel
    case .list, .nothing: nil
    }
  }

  /// What stands, in a word; of an empty view, the reason's name.
  var name: String {
    switch self {
    case .nothing: "nothing"
    case .loading: "loading"
    case .list: "list"
    case .empty(let viewModel): viewModel.name
    }
  }
}
