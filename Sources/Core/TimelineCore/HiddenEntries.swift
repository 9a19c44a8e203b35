import Domain

/// Loaded entries that a timeline does not show.
struct HiddenEntries {
  private var posts: [PostKey: Post] = [:]
  /// An entry of the timeline that was hidden, whether it is still loaded or not.
  private var lastHidden: Post?

  var all: some Collection<Post> { posts.values }

  func count(_ isCounted: (Post) -> Bool) -> Int { posts.values.count(where: isCounted) }

  /// Whether entries of the timeline are hidden, as far as is known. The number of visible entries above a page is then
  /// unknown.
  func isHiding(_ hides: (Post) -> Bool) -> Bool { lastHidden.map(hides) ?? false }

  /// Removes all entries, because the loaded pages are replaced.
  mutating func removeAll() { posts = [:] }

  /// Removes hidden entries from a page. A gap above a hidden entry moves to the next visible one; without one it stays
  /// at the end.
  mutating func visiblePart(of page: TimelinePage, hiding hides: (Post) -> Bool) -> TimelinePage {
    let hidden = page.posts.filter(hides)
    add(hidden)
    var shown = page
    // The source counts hidden entries, too.
    if page.newer != nil, isHiding(hides) { shown.offset = nil }
    guard !hidden.isEmpty else { return shown }
    let keys = Set(hidden.map(\.key))
    shown.posts.removeAll { keys.contains($0.key) }
    for index in shown.gaps.indices where keys.contains(shown.gaps[index].lower) {
      let below = page.posts.drop { [lower = shown.gaps[index].lower] in $0.key != lower }
      if let next = below.first(where: { !keys.contains($0.key) }) { shown.gaps[index].lower = next.key }
    }
    return shown
  }

  /// Removes hidden entries from new ones.
  mutating func visiblePart(of arrived: NewEntries, hiding hides: (Post) -> Bool) -> NewEntries {
    var shown = arrived
    add(arrived.posts.filter(hides))
    shown.remove(where: hides)
    return shown
  }

  mutating func add(_ hidden: [Post]) {
    for post in hidden { posts[post.key] = post }
    lastHidden = hidden.last ?? lastHidden
  }

  mutating func remove(_ keys: [PostKey]) {
    for key in keys { posts[key] = nil }
  }

  mutating func remove(_ ref: PostRef) {
    guard !posts.isEmpty else { return }
    posts = posts.filter { $0.key.ref != ref }
  }

  /// Whether an entry is no longer to be hidden.
  func containsVisible(_ hides: (Post) -> Bool) -> Bool { posts.values.contains { !hides($0) } }
}
