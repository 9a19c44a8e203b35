/// The space that a post takes in a list.
public enum Density: String, Hashable, Sendable, CaseIterable {
  /// The whole post, and a blank line between posts.
  case comfortable
  /// The name and the first lines.
  case compact
  /// One line per post.
  case line

  /// Empty lines between two posts.
  public var spacing: Int { self == .comfortable ? 1 : 0 }

  /// The title in menus.
  public var title: String {
    switch self {
    case .comfortable: "Comfortable"
    case .compact: "Compact"
    case .line: "One line per post"
    }
  }

  /// The next density in the cycle.
  public var next: Density {
    switch self {
    case .comfortable: .compact
    case .compact: .line
    case .line: .comfortable
    }
  }
}
