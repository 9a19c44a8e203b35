import Domain
import EmptyState
import FoundationEssentials

/// One timeline, or what a search has found, as the presenter keeps it while another one is shown.
struct TimelineTab {
  /// What stands on the screen: exactly one of these.
  enum Content {
    case loading
    case posts
    case empty(EmptyReason)
  }

  let kind: TimelineKind
  /// What was looked for, where these are the matches of a search.
  let query: SearchQuery?
  var content = Content.loading
  var window: TimelineWindow?
  var selection = 0
  /// When the posts held came from the source.
  var loadedAt: Date?
  /// Why the posts held are not the newest ones: the last question failed.
  var failure: EmptyReason?
  /// Why there are no older posts below, though the source has them.
  var edgeFailure: EmptyReason?
  var revealed: Set<PostKey> = []

  init(kind: TimelineKind, query: SearchQuery? = nil) {
    self.kind = kind
    self.query = query
  }

  var selectedPost: Post? { window?[selection] }

  var place: Place? { selectedPost.map { Place(key: $0.key, date: $0.timelineDate) } }

  var hasPosts: Bool { window.map { !$0.isEmpty } ?? false }

  var isUnfinished: Bool { window?.isUnfinished ?? false }

  /// How many entries stand above the selected one, where that is known.
  var position: Int? {
    guard let window else { return nil }
    return (window.offset ?? (window.newer == nil ? 0 : nil)).map { $0 + selection }
  }

  /// Why the last question failed, whether posts are shown or not.
  var standingFailure: EmptyReason? {
    if case .empty(let reason) = content { reason } else { failure }
  }

  mutating func replaceWindow(_ window: TimelineWindow, selecting: TimelinePresenter.Selecting) {
    self.window = window
    switch selecting {
    case .first: selection = 0
    case .last: selection = max(0, window.count - 1)
    case .place(let place?) where window.isCutShort:
      // Where reading was stopped the place may still lie ahead: what is near it in time is no better than the newest.
      selection = window.index(of: place.key) ?? 0
    case .place(let place): selection = place.map { window.index(nearest: $0) } ?? 0
    case .date(let wanted): selection = window.index(of: wanted.span)
    }
  }

  /// Lets the window take a page, unless the selected post would have to give way to it: the person has gone elsewhere
  /// since it was asked for.
  /// - Returns: whether there is something new in the window.
  mutating func join(_ page: TimelinePage, with join: (inout TimelineWindow, TimelinePage) -> Bool) -> Bool {
    guard var window, let key = selectedPost?.key else { return false }
    let hasGrown = join(&window, page)
    guard let index = window.index(of: key) else { return false }
    self.window = window
    selection = index
    return hasGrown
  }
}
