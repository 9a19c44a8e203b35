import Domain
import Formats
import FoundationEssentials

/// Where a document comes from: a file, standard input, a test.
public protocol DocumentSource: Sendable {
  /// The document as it is now. Its relative times (“now-14m”) count from `openedAt`, so that they stay where they
  /// were when it is read again.
  /// - Parameter tell: told now and then how far the reading has come.
  func document(
    openedAt: Date, tell: @escaping @Sendable (DocumentPart) -> Void
  ) async throws(TimelineError) -> TimelineDocument
}
