import Domain

extension TimelineError {
  /// Whether a change that failed so may still have arrived at the server: only its response is missing or unusable.
  public var mayHaveArrived: Bool {
    switch self {
    case .timedOut, .offline(_, .cut), .serverError, .webPage: true
    default: false
    }
  }
}
