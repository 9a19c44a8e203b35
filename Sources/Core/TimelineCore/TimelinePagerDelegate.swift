import Domain

@MainActor
public protocol TimelinePagerDelegate: AnyObject {
  /// The window or the content of the pager has changed.
  func pagerDidChange(_ pager: TimelinePager)
  /// A request for a page beyond an edge has started. The window is unchanged.
  func pagerDidStartFetching(_ pager: TimelinePager)
  /// A page has replaced the window.
  func pager(_ pager: TimelinePager, didLoad page: TimelinePage, _ outcome: TimelinePager.Outcome)
  /// A gap has been filled, completely or in part.
  func pagerDidFillGap(_ pager: TimelinePager)
  /// A request has failed. The window is unchanged.
  func pager(_ pager: TimelinePager, didFail error: TimelineError)
  /// A post that the user added has been inserted.
  func pager(_ pager: TimelinePager, didAdd post: Post)
  /// The user added a post that may belong in this timeline. Only the source can tell: reload to find out.
  func pagerDidMissEntries(_ pager: TimelinePager)
}

extension TimelinePagerDelegate {
  public func pagerDidFillGap(_ pager: TimelinePager) {}
  public func pagerDidStartFetching(_ pager: TimelinePager) { pagerDidChange(pager) }
  public func pager(_ pager: TimelinePager, didAdd post: Post) { pagerDidChange(pager) }
  public func pagerDidMissEntries(_ pager: TimelinePager) {}
}
