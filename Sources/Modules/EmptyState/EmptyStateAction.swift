import TerminalKit

/// What a person can do where there is nothing to list.
public enum EmptyStateAction: Hashable, Sendable, CaseIterable {
  case retry, cancel, stopReading, logIn, search, clearSearch, nextTimeline, switchAccount, back, quit

  public var key: Key {
    switch self {
    case .retry: .character("R")
    case .cancel, .stopReading, .clearSearch, .back: .escape
    case .logIn: .character("L")
    case .search: .character("/")
    case .nextTimeline: .tab
    case .switchAccount: .character("g")
    case .quit: .character("q")
    }
  }

  /// The keys as a person reads them; `gs` is two.
  public var keyLabel: String {
    self == .switchAccount ? "gs" : key.label
  }

  public var label: String {
    switch self {
    case .retry: "try again"
    case .cancel: "cancel"
    case .stopReading: "stop"
    case .logIn: "log in again"
    case .search: "change the search"
    case .clearSearch: "to the posts"
    case .nextTimeline: "next timeline"
    case .switchAccount: "switch account"
    case .back: "back"
    case .quit: "quit"
    }
  }
}
