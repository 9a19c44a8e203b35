import Domain
import EmptyState
import TerminalKit

/// An entry of a list that the user manages: a filter, a list of accounts, a hashtag.
public struct Item: Hashable, Sendable {
  public var id: String
  /// A heading above the first item of a group; nil for none.
  public var group: String?
  public var title: String
  /// What follows the title: “@grace”.
  public var value: String
  /// Lines below the title.
  public var details: [String]
  /// Whether it only explains something.
  public var isNote = false

  public init(
    id: String, group: String? = nil, title: String, value: String = "", details: [String] = [], isNote: Bool = false
  ) {
    self.id = id
    self.group = group
    self.title = title
    self.value = value
    self.details = details
    self.isNote = isNote
  }
}

/// A command on a list or an item, and its effect.
@MainActor
public struct ItemCommand {
  /// Changes something, and returns a notice about it; empty for none.
  public typealias Work = @MainActor () async throws(TimelineError) -> String

  public enum Effect {
    /// Opens another screen.
    case open(@MainActor () -> Void)
    case work(Work)
    /// Changes something after a confirmation: “yes, delete “Friends””.
    case confirmed(String, Work)
    /// Asks for a text first.
    case prompt(label: String, placeholder: String, @MainActor (String) async throws(TimelineError) -> String)
    case menu([ItemCommand])
  }

  let command: Command
  let title: String?
  let hint: String?
  let effect: Effect

  init(_ command: Command, _ title: String? = nil, hint: String? = nil, _ effect: Effect) {
    (self.command, self.title, self.hint, self.effect) = (command, title, hint, effect)
  }
}

/// What a list of items shows and can do.
@MainActor
protocol ItemListSubject: AnyObject {
  /// “Filters”.
  var title: String { get }
  /// “your filters”, within a sentence.
  var contentName: String { get }
  /// “filter”.
  var noun: String { get }
  /// The empty view.
  var empty: EmptyStateViewModel { get }
  func load() async throws(TimelineError) -> [Item]
  /// The commands for the list and the selected item; nil if none is selected.
  func commands(for item: Item?) -> [ItemCommand]
}

/// The screen as the presenter sees it.
@MainActor
protocol ItemListView: TitledListView {
  func show(_ viewModel: ItemListViewModel)
  func showField(_ label: String, placeholder: String)
  func hideField()
}

/// The events that the screen sends to the presenter.
@MainActor
protocol ItemListPresentation: ListPresentation {
  var noun: String { get }
  func commands(at index: Int) -> [ItemCommand]
  func perform(_ command: ItemCommand)
  /// Performs the work of a command after its confirmation.
  func confirm(_ work: @escaping ItemCommand.Work)
  func submit(_ text: String)
  func cancelEditing()
  func reload()
  func signInAgain()
}

/// The items as the screen shows them.
struct ItemListViewModel: Hashable, Sendable {
  var rows: [ItemRow]
  var selection: Int
}

struct ItemRow: CellRow, Sendable {
  var item: Item
  var heading: String?

  var id: String { item.id }

  @MainActor
  func lines(width: Int) -> [StyledText] {
    let title = StyledText(TextLayout.sanitized(item.title), item.isNote ? .muted : .bold)
    let value = item.value.isEmpty ? StyledText() : StyledText("  \(TextLayout.sanitized(item.value))", .accent)
    return TextLayout.wrap(title + value, width: width)
      + item.details.filter { !$0.isEmpty }.flatMap {
        TextLayout.wrap(StyledText(TextLayout.sanitized($0), .muted), width: width)
      }
  }
}
