import PostCell
import ScreenSupport
import TerminalKit

/// The menu of the choices of a value.
@MainActor
enum ChoiceMenu {
  static func of(
    _ choices: [String], current: String, choose: @escaping @MainActor (String) -> Void
  ) -> RowCommand.Effect {
    menu(choices) { command, choice in
      var available = AvailableCommand(command, title: choice, state: choice == current ? "current" : nil) {
        choose(choice)
      }
      available.isCurrentChoice = choice == current
      return available
    }
  }

  /// A menu in which any number of choices are on. It stays open.
  static func of(
    _ choices: [String], chosen: @escaping @MainActor () -> Set<String>, toggle: @escaping @MainActor (String) -> Void
  ) -> RowCommand.Effect {
    menu(choices) { command, choice in
      var available = AvailableCommand(command, title: choice, state: chosen().contains(choice) ? "on" : "off") {
        toggle(choice)
      }
      available.keepsMenuOpen = true
      return available
    }
  }

  private static func menu(
    _ choices: [String], _ command: @escaping @MainActor (Command, String) -> AvailableCommand
  ) -> RowCommand.Effect {
    .menu { NumberedMenu.commands(PostActionCommands.option, choices, command: command).map { RowCommand($0) } }
  }
}
