import TerminalKit

/// An entry of a list that the user manages: a filter, a list of accounts, a hashtag.
struct ManagedItem: Hashable, Sendable {
  var id: String
  /// A heading above the first item of a group; nil for none.
  var group: String?
  var title: String
  /// Text after the title: “@grace”.
  var value = ""
  /// Lines below the title.
  var details: [String] = []
  /// Whether it only explains something.
  var isNote = false
}

struct ManagedItemRow: CellRow, Sendable {
  var item: ManagedItem
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
