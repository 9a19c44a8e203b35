import Domain
import TerminalKit
import TimelineCore

@testable import PostDetail

/// The replies that the user has published: each is listed in the threads that are open.
@MainActor
final class PublishedReplies: PostCacheObserver {
  private var new: [Post] = []
  /// How many replies were looked for in an open thread.
  private(set) var checkedCount = 0

  /// - Parameter cache: tells of what the user adds.
  init(_ cache: PostCache) { cache.hold([], for: self) }

  func postDidChange(_ post: Post) {}
  func postWasDeleted(_ ref: PostRef) { new.removeAll { $0.ref == ref } }

  func postWasAdded(_ post: Post, by addition: PostAddition) {
    if addition == .published, post.replyTo != nil { new.append(post) }
  }

  /// What is wrong with open threads after what has been published since the last call.
  func problem(on screens: [any ViewController]) -> String? {
    let replies = new
    new = []
    let threads = screens.compactMap { screen in
      ((screen as? PostDetailViewController)?.presenter as? PostDetailPresenter)?.thread?.conversation
    }
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
