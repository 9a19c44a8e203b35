import EmptyState
import TerminalKit

/// What can be done in a thread, beside what all screens that read have.
public enum PostDetailCommands {
  public static let first = Command("first-post", "first post", keys: ["g g", "Home"], menu: ReadingCommands.goTo)

  public static let all = [first]
}
