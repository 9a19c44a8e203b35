import EmptyState
import PostCell
import ScreenSupport
import TerminalKit

/// Shows the rows. `TitledListView` has the loading and empty states.
@MainActor
protocol ServerInfoView: TitledListView {
  func show(_ viewModel: ServerInfoViewModel)
}

/// Handles the events of the screen.
@MainActor
protocol ServerInfoPresentation: PostPresentation, SourcePresentation, ListPresentation {
  /// What the user can do with the announcement in a row; nil if it is none.
  func announcementActions(at index: Int) -> AnnouncementActions?
  func dismissAnnouncement(at index: Int)
  /// Adds a reaction, or removes that of the user.
  func toggleReaction(_ name: String, at index: Int)
}

/// What the user can do with an announcement.
struct AnnouncementActions: Hashable, Sendable {
  struct Reaction: Hashable, Sendable {
    var name: String
    /// The emoji, or “remove” before it.
    var title: String
  }

  var canBeDismissed: Bool
  var reactions: [Reaction]
}

/// The content of the list.
struct ServerInfoViewModel: Hashable, Sendable {
  var rows: [ServerInfoRow]
  var selection: Int
  /// Shown below the last row.
  var footer: String
}

/// An announcement, or a part of a server's description.
struct ServerInfoRow: Hashable, Sendable {
  struct Reaction: Hashable, Sendable {
    /// The emoji and how many have chosen it.
    var text: String
    /// Whether the user is among them.
    var isOwn: Bool
  }

  var id: String
  /// “Rules”, above the first row of each kind.
  var heading: String?
  /// In bold; empty if the row has none.
  var title = ""
  var text: [PostCellViewModel.TextRun] = []
  /// Each in a line of its own, below the text.
  var facts: [String] = []
  /// The emoji with their numbers, those of the user marked.
  var reactions: [Reaction] = []
  /// The addresses of the links in the text.
  var links: [String] = []
  var isMarked = false
  /// Whether the row opens a profile.
  var canBeOpened = false
}

extension ServerInfoRow: CellRow {
  var opensLinksUnselected: Bool { true }

  func lines(width: Int) -> [StyledText] {
    var lines: [StyledText] = title.isEmpty ? [] : TextLayout.wrap(StyledText(title, .bold), width: width)
    if !text.isEmpty { lines += TextLayout.wrap(StyledText(text), width: width) }
    for fact in facts { lines += TextLayout.wrap(StyledText(fact, .muted), width: width) }
    if !reactions.isEmpty {
      let spans = reactions.enumerated().flatMap { index, reaction in
        [StyledText.Span(index == 0 ? "" : "   ", .muted)]
          + [StyledText.Span(reaction.text, reaction.isOwn ? .accentBold : .muted)]
      }
      lines += TextLayout.wrap(StyledText(spans), width: width)
    }
    return lines.isEmpty ? [StyledText()] : lines
  }
}
