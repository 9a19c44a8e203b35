import Domain

// MARK: - What the user adds

extension TimelinePager {
  public func postWasAdded(_ post: Post, by addition: PostAddition) {
    switch gains(post, addition) {
    case true?: add(post)
    case false?: break
    case nil: delegate?.pagerDidMissEntries(self)
    }
  }

  /// Shows it at the top, if the newest entries are held: further down it is there when the user goes up.
  private func add(_ post: Post) {
    guard window?.newer == nil, window?.index(of: post.key) == nil, insert([post]) else { return }
    delegate?.pager(self, didAdd: post)
  }

  public func entryWasRemoved(_ key: PostKey) { withdraw([key]) }
}
