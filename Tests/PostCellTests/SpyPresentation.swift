import Domain
import TerminalKit

@testable import PostCell

/// Records what a screen tells its presenter about a post.
@MainActor
final class SpyPresentation: PostPresentation {
  private(set) var calls: [String] = []
  /// Where each post leads.
  var destinations = PostLinksViewModel()

  func openPost(at index: Int) { calls.append("open \(index)") }
  func toggleWarning(at index: Int) { calls.append("toggle \(index)") }
  func destinations(at index: Int) -> PostLinksViewModel { destinations }
  func follow(_ url: String, at index: Int) { calls.append("follow \(url) \(index)") }
  func openProfile(_ number: Int, at index: Int) { calls.append("person \(number) \(index)") }
  func openVersions(at index: Int) { calls.append("versions \(index)") }
  func showPicturesHidden(at index: Int) { calls.append("hidden pictures \(index)") }
  func openPictures(at index: Int) { calls.append("pictures \(index)") }
  /// What can be done with each post.
  var acts = PostActionAvailability.none
  func acts(at index: Int) -> PostActionAvailability {
    var acts = acts
    // An entry is called by where it stood.
    acts.entry = PostKey(id: PostID("\(index)"))
    return acts
  }
  /// Where what was asked about stands by now; without a word it stands where it did.
  var moved: [String: Int?] = [:]
  func index(of entry: PostKey) -> Int? {
    if let moved = moved[entry.ref.id.rawValue] { return moved }
    return Int(entry.ref.id.rawValue)
  }
  func notifyPostUnavailable() { calls.append("gone") }
  func act(_ act: PostAction, at index: Int) { calls.append("act \(act) \(index)") }
  var takenBackNext: String?
  func takeBack() { calls.append("take back") }
  func openLink(_ url: String) { calls.append("link \(url)") }
  func openAddress(at index: Int) { calls.append("address \(index)") }
  func copyAddress(at index: Int) { calls.append("copy address \(index)") }
  func copyText(at index: Int) { calls.append("copy text \(index)") }
  func open(at index: Int, with program: TextProgram) { calls.append("\(program) \(index)") }
}
