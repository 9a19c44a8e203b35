/// The arguments with which the program is started.
enum WalkStart: Hashable {
  /// `tern`: the account read last, or the list of accounts.
  case last
  /// `tern demo`.
  case demo
  /// `tern demo --tour`.
  case tour
  /// `tern --account` with an account at a server, which exists from then on.
  case live
  /// `tern --account` with a demo account.
  case account(String)
}

extension WalkStart: CustomStringConvertible {
  var description: String {
    switch self {
    case .last: "last"
    case .demo: "demo"
    case .tour: "tour"
    case .live: "live"
    case .account(let handle): "@" + handle
    }
  }

  init?(_ word: String) {
    switch word {
    case "last": self = .last
    case "demo": self = .demo
    case "tour": self = .tour
    case "live": self = .live
    default:
      guard word.hasPrefix("@"), word.count > 1 else { return nil }
      self = .account(String(word.dropFirst()))
    }
  }
}
