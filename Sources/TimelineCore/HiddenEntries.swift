import Domain

/// What a source has and a timeline does not show.
struct HiddenEntries {
  private var posts: [PostKey: Post] = [:]

  /// How many, and why.
  /// - Parameter isGone: what is not counted.
  func counts(without isDeleted: (Post) -> Bool) -> HiddenCounts {
    HiddenCounts(posts.values.filter { !isDeleted($0) })
  }

  /// A page without what is not to be shown. What is missing above such an entry is missing above the next one that is
  /// shown; where none is, it stands at the end.
  mutating func shown(of page: TimelinePage, without hides: (Post) -> Bool) -> TimelinePage {
    let hidden = page.posts.filter(hides)
    guard !hidden.isEmpty else { return page }
    withhold(hidden)
    var shown = page
    let keys = Set(hidden.map(\.key))
    shown.posts.removeAll { keys.contains($0.key) }
    for index in shown.gaps.indices where keys.contains(shown.gaps[index].lower) {
      let below = page.posts.drop { [lower = shown.gaps[index].lower] in $0.key != lower }
      if let next = below.first(where: { !keys.contains($0.key) }) { shown.gaps[index].lower = next.key }
    }
    return shown
  }

  /// What has come in, without what has been hidden since.
  mutating func shown(of arrived: NewEntries, without hides: (Post) -> Bool) -> NewEntries {
    var shown = arrived
    withhold(arrived.posts.filter(hides))
    shown.remove(where: hides)
    return shown
  }

  mutating func withhold(_ hidden: [Post]) {
    for post in hidden { posts[post.key] = post }
  }

  mutating func remove(_ keys: [PostKey]) {
    for key in keys { posts[key] = nil }
  }

  mutating func remove(_ ref: PostRef) {
    guard !posts.isEmpty else { return }
    posts = posts.filter { $0.key.ref != ref }
  }

  /// Whether something of it is not to be hidden any more.
  func lacks(_ hides: (Post) -> Bool) -> Bool { posts.values.contains { !hides($0) } }
}
