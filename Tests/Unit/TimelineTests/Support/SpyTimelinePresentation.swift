import Domain
import PostCell
import TerminalKit

@testable import Timeline

/// Records the events of the screen.
@MainActor
final class SpyTimelinePresentation: TimelinePresentation {
  private(set) var calls: [String] = []

  /// The reaction of the presenter.
  var onNewest: (() -> Void)?
  var onOldest: (() -> Void)?
  var onSearch: (() -> Void)?

  func reset() { calls = [] }

  func viewDidLoad() { calls.append("viewDidLoad") }
  func viewDidAppear() { calls.append("viewDidAppear") }
  func settingsDidChange() { calls.append("settingsDidChange") }
  func agesDidChange() { calls.append("agesDidChange") }
  func viewWillDisappear() { calls.append("viewWillDisappear") }
  func didSelectRow(at index: Int) { calls.append("didSelectRow \(index)") }
  func openPost(at index: Int) { calls.append("openPost \(index)") }
  func toggleWarning(at index: Int) { calls.append("toggleWarning \(index)") }
  /// The links of each post.
  var destinations = PostLinksViewModel()
  func destinations(at index: Int) -> PostLinksViewModel { destinations }
  func openLinkTarget(_ url: String, at index: Int) { calls.append("follow \(url)") }
  func openProfile(_ number: Int, at index: Int) { calls.append("person \(number)") }
  func openPeople(_ list: PeopleList, at index: Int) { calls.append("\(list) \(index)") }
  func openPeople(at index: Int) { calls.append("people") }
  func openVersions(at index: Int) { calls.append("versions") }
  func showPicturesHidden(at index: Int) { calls.append("hidden pictures") }
  func content(of picture: ListedPicture) -> PictureContent { .waiting("") }
  func didDraw(_ drawn: DrawnPictures, redraw: @escaping @MainActor () -> Void) {}
  func openPictures(at index: Int) { calls.append("pictures") }
  /// The actions available for each post.
  var availability = PostActionAvailability.none
  func availability(at index: Int) -> PostActionAvailability {
    var availability = availability
    // An entry is identified by its index.
    availability.entry = PostKey(id: PostID("\(index)"))
    return availability
  }
  /// The current index of an entry; the same as before if not set.
  var moved: [String: Int?] = [:]
  func index(of entry: PostKey) -> Int? {
    if let moved = moved[entry.ref.id.rawValue] { return moved }
    return Int(entry.ref.id.rawValue)
  }
  func notifyPostUnavailable() { calls.append("gone") }
  func perform(_ action: PostAction, at index: Int) { calls.append("act \(action) \(index)") }
  func followTag() { calls.append("followTag") }
  func compose() { calls.append("compose") }
  func openLink(_ url: String) { calls.append("openLink \(url)") }
  func openAddress(at index: Int) { calls.append("openAddress \(index)") }
  func copyAddress(at index: Int) { calls.append("copyAddress \(index)") }
  func copyText(at index: Int) { calls.append("copyText \(index)") }
  func open(at index: Int, with program: TextProgram) { calls.append("\(program) \(index)") }
  func refresh() { calls.append("refresh") }
  func cancelLoading() { calls.append("cancelLoading") }
  func toggleHidden() { calls.append("toggleHidden") }
  func toggle(_ kind: EntryKind) { calls.append("toggle \(kind)") }
  func toggleOrder() { calls.append("toggleOrder") }
  func showOtherDeviceMark() { calls.append("showOtherDeviceMark") }
  func noticeWasDismissed() { calls.append("noticeWasDismissed") }
  func showNextNotificationGroup() { calls.append("showNextNotificationGroup") }
  func showAllNotifications() { calls.append("showAllNotifications") }
  func showHeldNotifications() { calls.append("showHeldNotifications") }
  func continueSearch() {}
  func stopReading() { calls.append("stopReading") }

  func showNewest() {
    calls.append("showNewest")
    onNewest?()
  }

  func showOldest() {
    calls.append("showOldest")
    onOldest?()
  }

  func goToDate(_ text: String) { calls.append("goToDate \(text)") }
  func showNextUnread() { calls.append("showNextUnread") }
  var undoTitle: String?
  func undo() { calls.append("undo") }
  func goBack() { calls.append("goBack") }
  func recallEarlierSearch(than text: String) { calls.append("earlier than \(text)") }
  func completeSearch(_ text: String) { calls.append("complete \(text)") }
  func recallLaterSearch() { calls.append("later") }
  func markAllRead() { calls.append("markAllRead") }
  func changeDensity() { calls.append("changeDensity") }
  func showTimeline(at index: Int) { calls.append("showTimeline \(index)") }
  func showNextTimeline() { calls.append("showNextTimeline") }
  func showPreviousTimeline() { calls.append("showPreviousTimeline") }
  func beginSearch() {
    calls.append("beginSearch")
    onSearch?()
  }

  func searchWhileTyping(_ text: String) { calls.append("typed \(text)") }
  func search(_ text: String) { calls.append("search \(text)") }
  func switchSearchScope() { calls.append("switchSearchScope") }
  func toggleSavedSearch() { calls.append("toggleSavedSearch") }
  func showOnThisDay() { calls.append("showOnThisDay") }
  func filterMatches() { calls.append("filterMatches") }
  func showNextMatch() { calls.append("showNextMatch") }
  func showPreviousMatch() { calls.append("showPreviousMatch") }
  func clearSearch() { calls.append("clearSearch") }
  func searchServer() { calls.append("searchServer") }
  func signInAgain() { calls.append("signInAgain") }
}
