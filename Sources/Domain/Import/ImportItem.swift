/// A post of an import, and where it goes.
public struct ImportItem: Hashable, Sendable {
  public var post: Post
  /// Empty: it stands in threads and quotes only.
  public var timelines: [TimelineID]
  /// The source knows less than the post itself, as a list of likes does: it never replaces what is stored.
  public var isSketch: Bool

  public init(post: Post, timelines: [TimelineID], isSketch: Bool = false) {
    self.post = post
    self.timelines = timelines
    self.isSketch = isSketch
  }
}
