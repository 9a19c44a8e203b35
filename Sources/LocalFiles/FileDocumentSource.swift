import Documents
import Domain
import Formats
import FoundationEssentials

/// A document that lies in one or more files.
public struct FileDocumentSource: DocumentSource {
  private let paths: [String]

  /// - Parameter paths: `-` is standard input, a folder is the archive that lies unpacked in it.
  public init(paths: [String]) {
    self.paths = paths
  }

  public func document(
    openedAt: Date, tell: @escaping @Sendable (DocumentPart) -> Void
  ) async throws(TimelineError) -> TimelineDocument {
    try TimelineFile(paths: paths, now: openedAt).read(tell: tell)
  }
}
