import Domain
import TerminalKit

@testable import PostCell

/// Records the calls of a screen to its presenter.
@MainActor
final class SpyPresentation: PostPresentation {
  private(set) var calls: [String] = []
  /// The destinations of every post.
  var destinations = PostLinksViewModel()

  func openPost(at index: Int) { calls.append("open \(index)") }
  func toggleWarning(at index: Int) { calls.append("toggle \(index)") }
  func destinations(at index: Int) -> PostLinksViewModel { destinations }
  func openLinkTarget(_ url: String, at index: Int) { calls.append("follow \(url) \(index)") }
  func openProfile(_ number: Int, at index: Int) { calls.append("person \(number) \(index)") }
  func openPeople(_ list: PeopleList, at index: Int) { calls.append("\(list) \(index)") }
  func openPeople(at index: Int) { calls.append("people \(index)") }
  func openVersions(at index: Int) { calls.append("versions \(index)") }
  func showPicturesHidden(at index: Int) { calls.append("hidden pictures \(index)") }
  func content(of picture: ListedPicture) -> PictureContent { .waiting("") }
  func didDraw(_ drawn: DrawnPictures, redraw: @escaping @MainActor () -> Void) {}
  func openPictures(at index: Int) { calls.append("pictures \(index)") }
  /// The available actions on every post.
  var availability = PostActionAvailability.none
  func availability(at index: Int) -> PostActionAvailability {
    var availability = availability
    // The ID of an entry is its original row.
    availability.entry = PostKey(id: PostID("\(index)"))
    return availability
  }
  /// The new rows of entries; nil if they were removed. All others have not moved.
  var moved: [String: Int?] = [:]
  func index(of entry: PostKey) -> Int? {
    if let moved = moved[entry.ref.id.rawValue] { return moved }
    return Int(entry.ref.id.rawValue)
  }
  func notifyPostUnavailable() { calls.append("gone") }
  func perform(_ action: PostAction, at index: Int) { calls.append("act \(action) \(index)") }
  var undoTitle: String?
  func undo() { calls.append("take back") }
  func openLink(_ url: String) { calls.append("link \(url)") }
  func openAddress(at index: Int) { calls.append("address \(index)") }
  func copyAddress(at index: Int) { calls.append("copy address \(index)") }
  func copyText(at index: Int) { calls.append("copy text \(index)") }
  func open(at index: Int, with program: TextProgram) { calls.append("\(program) \(index)") }
}
