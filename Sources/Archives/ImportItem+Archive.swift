import Domain
import Formats

extension ImportItem {
  /// - Parameter kind: where the format puts it; nil is nowhere but in threads.
  init(_ post: Post, in kind: TimelineKind?) {
    let isOwn = kind == ArchiveTab.posts || kind == ArchiveTab.replies
    let isListed = kind == ArchiveTab.likes || kind == ArchiveTab.bookmarks
    var timelines = kind.map { [$0] } ?? []
    if isOwn, !post.media.isEmpty { timelines.append(ArchiveTab.media) }
    self.init(post: post, timelines: timelines, isSketch: post.author == nil && (isListed || post.isLinkToItself))
  }
}

extension Post {
  /// Whether nothing is known of it but where it stands.
  fileprivate var isLinkToItself: Bool {
    guard createdAt == nil, case .link(let link)? = text.runs.first else { return false }
    return text.runs.count == 1 && link.url == url
  }
}
