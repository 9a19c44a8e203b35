/// Finds files on this machine to attach to a post.
public protocol LocalMedia: Sendable {
  /// Paths that start with a text; those of directories end with a slash.
  /// - Parameter typed: as the user types it: `~/Pic`, `cat.p`.
  func paths(startingWith typed: String, limit: Int) -> [String]

  /// The file at a path.
  /// - Parameter path: as the user types it.
  /// - Throws: `fileMissing`, `fileUnreadable`.
  func file(at path: String) throws(TimelineError) -> LocalMediaFile
}

/// A file to attach to a post.
public struct LocalMediaFile: Hashable, Sendable {
  /// Absolute.
  public var path: String
  public var bytes: Int
  /// By its file name extension; nil if unknown.
  public var kind: Media.Kind?

  public init(path: String, bytes: Int, kind: Media.Kind?) {
    self.path = path
    self.bytes = bytes
    self.kind = kind
  }
}
