import Domain

extension EmptyStateText {
  /// The reason in a few words that stand by themselves, for a line beside posts.
  static func notice(_ reason: EmptyReason) -> String {
    switch reason {
    case .serverError(let host, let message, _, _): "\(host): “\(message)”"
    case .rateLimited(_, _, _, let left): "\(EmptyStateText(reason).title), next try in \(left) s"
    case .sessionExpired(let handle, let host): "@\(handle) is no longer logged in at \(host)"
    case .fileMissing(let path, _): "\(path.fileName) is not there"
    case .fileUnreadable(let path, let why, _): "\(path.fileName) cannot be read: \(why)"
    case .fileDamaged(let place, _): "\(place.path.fileName) is damaged at line \(place.line), column \(place.column)"
    default: EmptyStateText(reason).title
    }
  }
}
