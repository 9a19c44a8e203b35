import Domain
import ScreenSupport
import TerminalKit
import TimelineCore

@testable import PostDetail

/// Checks that published replies appear in open threads.
@MainActor
final class PublishedReplies: PostCacheObserver {
  private var new: [Post] = []
  /// The number of replies checked against an open thread.
  private(set) var checkedCount = 0

  /// - Parameter cache: notifies of added posts.
  init(_ cache: PostCache) { cache.setPosts([], for: self) }

  func postDidChange(_ post: Post) {}
  func postWasDeleted(_ ref: PostRef) { new.removeAll { $0.ref == ref } }

  func postWasAdded(_ post: Post, by addition: PostAddition) {
    if addition == .published, post.replyTo != nil { new.append(post) }
  }

  /// The problem with open threads since the last call, or nil.
  func problem(on screens: [any ViewController]) -> String? {
    let replies = new
    new = []
    let threads = screens.compactMap { ($0 as? ListScreen<PostDetailPresenter>)?.presenter.thread?.conversation }
    for reply in replies {
      for thread in threads where thread.post.ref.account == reply.ref.account {
        let known = [thread.post.id] + thread.replies.compactMap(\.entry.post?.id)
        guard let parent = reply.replyTo, known.contains(parent) else { continue }
        checkedCount += 1
        guard !known.contains(reply.id) else { continue }
        return "“\(reply.text.plain.debugDescription)” is not in the open thread of what it replies to"
      }
    }
    return nil
  }
}
