import Domain

extension QuotePolicy {
  /// As a clause about a post: “everyone may quote it”.
  public var clause: String {
    switch self {
    case .everyone: "everyone may quote it"
    case .followers: "only followers may quote it"
    case .nobody: "only you may quote it"
    }
  }
}
