/// How much room posts take in a list.
public enum Density: String, Hashable, Sendable, CaseIterable {
  /// Everything, and a blank line between two posts.
  case comfortable
  /// The name and the first lines.
  case compact
  /// One line a post.
  case line

  /// Empty lines between two posts.
  public var spacing: Int { self == .comfortable ? 1 : 0 }

  /// For people: “compact”.
  public var title: String {
    switch self {
    case .comfortable: "Comfortable"
    case .compact: "Compact"
    case .line: "One line a post"
    }
  }

  /// The one after this; the first after the last.
  public var next: Density {
    switch self {
    case .comfortable: .compact
    case .compact: .line
    case .line: .comfortable
    }
  }
}
