import TerminalKit

/// A menu of choices by number: nine at a time, and `0` for the next nine.
public enum NumberedMenu {
  static let pageSize = 9
  public static let more = Command("more-choices", "more", keys: ["0"], in: .open)

  /// The commands of the menu.
  /// - Parameter page: makes the commands of at most nine choices, for the keys 1 to 9.
  @MainActor
  public static func commands(
    count: Int, from start: Int = 0, page: @escaping @MainActor (Range<Int>) -> [AvailableCommand]
  ) -> [AvailableCommand] {
    let end = min(start + pageSize, count)
    guard start < end else { return [] }
    let rest = count - end
    let next =
      rest > 0
      ? [AvailableCommand(more, title: "\(rest) more", menu: commands(count: count, from: end, page: page))] : []
    return page(start..<end) + next
  }

  /// The commands of a menu of values.
  /// - Parameters:
  ///   - numbers: the commands with the keys 1 to 9.
  ///   - command: makes the command of a value.
  @MainActor
  public static func commands<Value>(
    _ numbers: [Command], _ values: [Value], command: @escaping @MainActor (Command, Value) -> AvailableCommand
  ) -> [AvailableCommand] {
    commands(count: values.count) { range in zip(numbers, values[range]).map { command($0, $1) } }
  }
}
