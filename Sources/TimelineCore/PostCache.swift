import Domain

/// Whoever shows posts and wants to hear what becomes of them.
@MainActor
public protocol PostCacheObserver: AnyObject {
  /// A post that it holds says something else now.
  func postDidChange(_ post: Post)
  /// A post that it holds is no more.
  func postWasDeleted(_ ref: PostRef)
  /// The user has added a post to timelines of its account. The holder decides whether it shows the post.
  func postWasAdded(_ post: Post, by addition: PostAddition)
  /// An entry that the user had added has left all timelines.
  func entryWasRemoved(_ key: PostKey)
}

extension PostCacheObserver {
  public func postWasAdded(_ post: Post, by addition: PostAddition) {}
  public func entryWasRemoved(_ key: PostKey) {}
}

/// The posts that the screens of an account hold, and nothing more: what one of them learns of a post, all see.
@MainActor
public final class PostCache {
  private struct Holding {
    weak var holder: (any PostCacheObserver)?
    var refs: Set<PostRef>
  }

  private var posts: [PostRef: Post] = [:]
  private var holdings: [ObjectIdentifier: Holding] = [:]

  public init() {}

  /// How many posts are held.
  public var count: Int { posts.count }

  /// The newest version of a post that somebody holds.
  public subscript(ref: PostRef) -> Post? { posts[ref] }

  /// From now on the holder holds these posts and no others. What they say is the newest that is known: other holders
  /// of the same posts hear what has changed.
  public func hold(_ shown: [Post], for holder: any PostCacheObserver) {
    let id = ObjectIdentifier(holder)

    holdings[id] = Holding(holder: holder, refs: Set(shown.map(\.ref)))
    dropUnreferenced()
    for post in shown {
      rename(post)
      learn(post, from: id)
    }
  }

  /// A post says something else now.
  public func change(_ post: Post) {
    rename(post)
    if posts[post.ref] != nil { learn(post, from: nil) }
  }

  /// Tells every holder, whatever it holds, of a post that the user has added.
  public func add(_ post: Post, by addition: PostAddition) {
    for holder in holdings.values.compactMap(\.holder) { holder.postWasAdded(post, by: addition) }
  }

  /// Tells every holder of an entry that the user has taken back.
  public func remove(_ key: PostKey) {
    for holder in holdings.values.compactMap(\.holder) { holder.entryWasRemoved(key) }
  }

  public func delete(_ ref: PostRef) {
    guard posts.removeValue(forKey: ref) != nil else { return }
    for holder in holders(of: ref) { holder.postWasDeleted(ref) }
    for id in holdings.keys { holdings[id]?.refs.remove(ref) }
  }
}

extension PostCache {
  /// - Parameter source: the holder that has told it.
  private func learn(_ post: Post, from source: ObjectIdentifier?) {
    guard var known = posts[post.ref] else {
      posts[post.ref] = post
      return
    }
    let before = known
    known.update(from: post)
    guard known != before else { return }
    posts[post.ref] = known
    for holder in holders(of: post.ref) where ObjectIdentifier(holder) != source { holder.postDidChange(known) }
  }

  /// Its server has another id for a post that is held: it stays where it is, under the new one.
  private func rename(_ post: Post) {
    guard let former = post.formerRef, var known = posts.removeValue(forKey: former) else { return }
    known.update(from: post)
    (known.ref, known.formerID) = (post.ref, post.formerID)
    let holders = holders(of: former)
    for id in holdings.keys where holdings[id]?.refs.remove(former) != nil { holdings[id]?.refs.insert(post.ref) }
    for holder in holders { holder.postDidChange(known) }
    known.formerID = nil
    posts[post.ref] = known
  }

  private func holders(of ref: PostRef) -> [any PostCacheObserver] {
    holdings.values.filter { $0.refs.contains(ref) }.compactMap(\.holder)
  }

  /// What nobody holds any more goes.
  private func dropUnreferenced() {
    holdings = holdings.filter { $0.value.holder != nil }
    let held = holdings.values.map(\.refs)
    posts = posts.filter { post in held.contains { $0.contains(post.key) } }
  }
}
