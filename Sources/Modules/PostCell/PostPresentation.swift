/// What a screen of posts tells its presenter about one of them.
@MainActor
public protocol PostPresentation: AnyObject {
  func openPost(at index: Int)
  func toggleWarning(at index: Int)
  func openLink(_ url: String)
  func openAddress(at index: Int)
  func copyAddress(at index: Int)
  func copyText(at index: Int)
}
