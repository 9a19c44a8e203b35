#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Domain

/// A document that lies in a file.
public struct FileDocumentSource: DocumentSource {
  private let path: String

  /// - Parameter path: `-` is standard input.
  public init(path: String) {
    self.path = path
  }

  public func document(openedAt: Date) async throws(TimelineError) -> TimelineDocument {
    try TimelineFile(path: path, now: openedAt).read()
  }
}
