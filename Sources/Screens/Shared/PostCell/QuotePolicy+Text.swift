import Domain

extension QuotePolicy {
  public var displayName: String {
    switch self {
    case .everyone: "everyone may quote it"
    case .followers: "only followers may quote it"
    case .nobody: "only you may quote it"
    }
  }
}
