import Domain
import Formats

/// How far the reading of a document has come.
public struct DocumentPart: Sendable {
  public var progress: ReadingProgress
  /// All that has been read so far; given now and then only, because it has to be put in order each time.
  public var document: TimelineDocument?

  public init(progress: ReadingProgress, document: TimelineDocument? = nil) {
    self.progress = progress
    self.document = document
  }
}
