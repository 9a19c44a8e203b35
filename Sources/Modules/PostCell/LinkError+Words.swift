import Domain

extension LinkError {
  /// Why an address did not open, in a sentence.
  public var sentence: String {
    switch self {
    case .unsupportedScheme(let url): "Only http and https open, not \(url)"
    case .unclear(let url): "Not opened, since it hides where it leads: \(url)"
    case .noBrowser(let url, let reason): "No browser for \(url): \(reason)"
    }
  }
}
