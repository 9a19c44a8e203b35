import EmptyState

extension HostedContent {
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
