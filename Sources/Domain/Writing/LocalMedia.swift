/// Files on this machine that could go with a post.
public protocol LocalMedia: Sendable {
  /// Paths that begin so; those of folders end with a slash.
  /// - Parameter typed: as a person types it: `~/Pic`, `cat.p`.
  func paths(beginning typed: String, limit: Int) -> [String]

  /// - Parameter path: as a person types it.
  /// - Throws: `fileMissing`, `fileUnreadable`.
  func file(at path: String) throws(TimelineError) -> LocalMediaFile
}

/// A file that could go with a post.
public struct LocalMediaFile: Hashable, Sendable {
  /// Absolute.
  public var path: String
  public var bytes: Int
  /// After its name; nil where that says nothing.
  public var kind: Media.Kind?

  public init(path: String, bytes: Int, kind: Media.Kind?) {
    self.path = path
    self.bytes = bytes
    self.kind = kind
  }
}
