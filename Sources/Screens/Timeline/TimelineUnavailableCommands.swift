import Domain
import EmptyState
import PostCell
import TerminalKit

/// The commands that are not available in the current state of the timeline, with the reasons.
@MainActor
struct TimelineUnavailableCommands {
  private let view: TimelineViewController

  init(_ view: TimelineViewController) {
    self.view = view
  }

  var all: [UnavailableCommand] {
    // While posts are loaded, their commands become available soon.
    if case .loading = view.content { return [] }
    return post + search + timelines + kinds + SourceCommands.unavailable + [
      UnavailableCommand(TimelineCommands.nextUnread, "Nothing is unread"),
      UnavailableCommand(TimelineCommands.markAllRead, "Nothing is unread"),
      UnavailableCommand(TimelineCommands.date, "Not possible in several accounts"),
      UnavailableCommand(TimelineCommands.oldest, "Not possible in several accounts"),
      UnavailableCommand(SourceCommands.showHidden, "Filters, mutes and blocks hide nothing here"),
      UnavailableCommand(TimelineCommands.order, "Matches are always newest first"),
      UnavailableCommand(TimelineCommands.otherDeviceMark, "No other device has read further"),
      UnavailableCommand(SourceCommands.notificationGroup, "Only in Notifications"),
      UnavailableCommand(
        SourceCommands.heldNotifications, "Open Notifications first; not every server can hold some back"),
      UnavailableCommand(SourceCommands.messages, "This account has no private conversations"),
      UnavailableCommand(ProfileActionCommands.followTag, "Only in a hashtag: search for it, then at the server"),
      UnavailableCommand(PostActionCommands.compose, PostActionCommands.readOnlyReason),
    ]
  }

  private var kinds: [UnavailableCommand] {
    EntryKind.allCases.map { UnavailableCommand($0.command, "Not in searches, Notifications and Messages") }
  }

  private var post: [UnavailableCommand] {
    var post: PostCellViewModel?
    if case .post(let selected)? = view.selectedRow { post = selected }
    return PostCommands.unavailableCommands(for: post, at: view.selection, presenter: view.presenter)
  }

  private var search: [UnavailableCommand] {
    let noMatches = view.isShowingMatches ? "No other matches" : "No search is open"
    return [
      UnavailableCommand(SourceCommands.search, "Nothing to search"),
      UnavailableCommand(
        SourceCommands.searchServer, view.timelines.search == nil ? "No search is open" : "No server to search"),
      UnavailableCommand(TimelineCommands.saveSearch, "Nothing to save as a tab here"),
      UnavailableCommand(TimelineCommands.filterMatches, "No search is open"),
      UnavailableCommand(TimelineCommands.nextMatch, noMatches),
      UnavailableCommand(TimelineCommands.previousMatch, noMatches),
      UnavailableCommand(TimelineCommands.searchScope, "No search is open"),
    ]
  }

  private var timelines: [UnavailableCommand] {
    let count = view.timelines.tabs.count
    let reason = count > 1 ? "Only \(count) timelines here" : "Only one timeline here"
    return [UnavailableCommand]([SourceCommands.nextTimeline, TimelineCommands.previousTimeline], reason)
      + [UnavailableCommand](TimelineCommands.timeline, reason, isListed: false)
  }
}
