import Domain
import Formats
import FoundationEssentials
import Runtime

/// Where a document comes from: a file, standard input, a test.
public protocol DocumentSource: Sendable {
  /// The document as it is now. Its relative times (“now-14m”) count from `openedAt`, so that they stay where they
  /// were when it is read again.
  /// - Parameters:
  ///   - account: whose posts they become.
  ///   - tell: told now and then how far the reading has come.
  func document(
    of account: AccountID?, openedAt: Date, notify: @escaping @Sendable (DocumentPart) -> Void
  ) async throws(TimelineError) -> TimelineDocument
}

/// How far the reading of a document has come.
public struct DocumentPart: Sendable {
  public var progress: LoadingProgress
  /// All that has been read so far; given now and then only, because it has to be put in order each time.
  public var document: TimelineDocument?

  public init(progress: LoadingProgress, document: TimelineDocument? = nil) {
    self.progress = progress
    self.document = document
  }
}

/// Standard input can be read but once: what it said, be it an error, is said again to whoever asks later.
public actor ReadOnceDocumentSource: DocumentSource {
  private let source: any DocumentSource
  private var reading: Task<Result<TimelineDocument, TimelineError>, Never>?

  public init(_ source: any DocumentSource) {
    self.source = source
  }

  public func document(
    of account: AccountID?, openedAt: Date, notify: @escaping @Sendable (DocumentPart) -> Void
  ) async throws(TimelineError) -> TimelineDocument {
    let reading =
      reading
      ?? Task(executorPreference: currentTaskExecutor) { [source] in
        await Self.read(source, of: account, openedAt: openedAt, notify: notify)
      }
    self.reading = reading
    return try await withTaskCancellationHandler {
      await reading.value
    } onCancel: {
      reading.cancel()
    }.get()
  }

  private static func read(
    _ source: any DocumentSource, of account: AccountID?, openedAt: Date,
    notify: @escaping @Sendable (DocumentPart) -> Void
  ) async -> Result<TimelineDocument, TimelineError> {
    do throws(TimelineError) {
      return .success(try await source.document(of: account, openedAt: openedAt, notify: notify))
    } catch {
      return .failure(error)
    }
  }
}
