import Domain

/// Whoever shows what a pager holds.
@MainActor
public protocol TimelinePagerDelegate: AnyObject {
  /// What is held, or what stands in its place, is another now.
  func pagerDidChange(_ pager: TimelinePager)
  /// What lies beyond an edge is asked for. What is held is the same.
  func pagerDidStartFetching(_ pager: TimelinePager)
  /// A page has taken the place of what was held.
  func pager(_ pager: TimelinePager, didLoad page: TimelinePage, _ outcome: TimelinePager.Outcome)
  /// Entries have come that were missing between others.
  func pagerDidFillGap(_ pager: TimelinePager)
  /// A question was not answered. What was held is held still.
  func pager(_ pager: TimelinePager, didFail error: TimelineError)
  /// A post that the user has added is held now.
  func pager(_ pager: TimelinePager, didAdd post: Post)
  /// The user has added a post, and only the source knows whether this pager is to hold it.
  func pagerDidMissEntries(_ pager: TimelinePager)
}

extension TimelinePagerDelegate {
  public func pagerDidFillGap(_ pager: TimelinePager) {}
  public func pagerDidStartFetching(_ pager: TimelinePager) { pagerDidChange(pager) }
  public func pager(_ pager: TimelinePager, didAdd post: Post) { pagerDidChange(pager) }
  public func pagerDidMissEntries(_ pager: TimelinePager) {}
}
