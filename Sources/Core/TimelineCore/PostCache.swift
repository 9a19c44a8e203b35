import Domain

@MainActor
public protocol PostCacheObserver: AnyObject {
  /// A shown post has changed.
  func postDidChange(_ post: Post)
  /// A shown post has been deleted.
  func postWasDeleted(_ ref: PostRef)
  /// The user has added a post to timelines of its account. The observer decides whether it shows the post.
  func postWasAdded(_ post: Post, by addition: PostAddition)
  /// An entry that the user had added has been removed from all timelines.
  func entryWasRemoved(_ key: PostKey)
}

extension PostCacheObserver {
  public func postWasAdded(_ post: Post, by addition: PostAddition) {}
  public func entryWasRemoved(_ key: PostKey) {}
}

/// The posts shown on the screens of an account. A change that one screen learns of reaches all of them. Posts that no
/// screen shows are not cached.
@MainActor
public final class PostCache {
  private struct Registration {
    weak var observer: (any PostCacheObserver)?
    var refs: Set<PostRef>
  }

  private var posts: [PostRef: Post] = [:]
  private var registrations: [ObjectIdentifier: Registration] = [:]

  public init() {}

  /// The number of cached posts.
  public var count: Int { posts.count }

  /// The newest known version of a cached post.
  public subscript(ref: PostRef) -> Post? { posts[ref] }

  /// Sets the posts that an observer shows, replacing its previous ones. Their content is the newest known: other
  /// observers of the same posts are notified of changes.
  public func setPosts(_ shown: [Post], for observer: any PostCacheObserver) {
    let id = ObjectIdentifier(observer)

    registrations[id] = Registration(observer: observer, refs: Set(shown.map(\.ref)))
    dropUnreferenced()
    for post in shown {
      rename(post)
      merge(post, from: id)
    }
  }

  /// Updates a cached post.
  public func update(_ post: Post) {
    rename(post)
    if posts[post.ref] != nil { merge(post, from: nil) }
  }

  /// Notifies all observers of a post that the user has added.
  public func add(_ post: Post, by addition: PostAddition) {
    for observer in registrations.values.compactMap(\.observer) { observer.postWasAdded(post, by: addition) }
  }

  /// Notifies all observers that the user has removed an entry.
  public func remove(_ key: PostKey) {
    for observer in registrations.values.compactMap(\.observer) { observer.entryWasRemoved(key) }
  }

  public func delete(_ ref: PostRef) {
    guard posts.removeValue(forKey: ref) != nil else { return }
    for observer in observers(of: ref) { observer.postWasDeleted(ref) }
    for id in registrations.keys { registrations[id]?.refs.remove(ref) }
  }
}

extension PostCache {
  /// - Parameter source: The observer that the change came from, which is not notified.
  private func merge(_ post: Post, from source: ObjectIdentifier?) {
    guard var known = posts[post.ref] else {
      posts[post.ref] = post
      return
    }
    let before = known
    known.update(from: post)
    guard known != before else { return }
    posts[post.ref] = known
    for observer in observers(of: post.ref) where ObjectIdentifier(observer) != source { observer.postDidChange(known) }
  }

  /// Moves a cached post to the new ID that its server has given it.
  private func rename(_ post: Post) {
    guard let former = post.formerRef, var known = posts.removeValue(forKey: former) else { return }
    known.update(from: post)
    (known.ref, known.formerID) = (post.ref, post.formerID)
    let observers = observers(of: former)
    for id in registrations.keys where registrations[id]?.refs.remove(former) != nil {
      registrations[id]?.refs.insert(post.ref)
    }
    for observer in observers { observer.postDidChange(known) }
    known.formerID = nil
    posts[post.ref] = known
  }

  private func observers(of ref: PostRef) -> [any PostCacheObserver] {
    registrations.values.filter { $0.refs.contains(ref) }.compactMap(\.observer)
  }

  /// Removes posts without observers.
  private func dropUnreferenced() {
    registrations = registrations.filter { $0.value.observer != nil }
    let shown = registrations.values.map(\.refs)
    posts = posts.filter { post in shown.contains { $0.contains(post.key) } }
  }
}
