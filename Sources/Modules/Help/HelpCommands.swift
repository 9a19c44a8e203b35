import TerminalKit

/// What can be done in the help.
public enum HelpCommands {
  public static let about = Command("about", "about Tern", keys: ["a"])

  public static let all = [about]
}
