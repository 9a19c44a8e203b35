import Domain
import Formats
import FoundationEssentials
import Runtime

/// The source of a document: a file, standard input or a test.
public protocol DocumentSource: Sendable {
  /// Reads the current document. Relative times (“now-14m”) count from `openedAt`, so that they stay the same after a
  /// refresh.
  /// - Parameters:
  ///   - account: The account to assign the posts to.
  ///   - notify: Called repeatedly with the progress.
  func document(
    of account: AccountID?, openedAt: Date, notify: @escaping @Sendable (DocumentPart) -> Void
  ) async throws(TimelineError) -> TimelineDocument
}

/// The progress of a load.
public struct DocumentPart: Sendable {
  public var progress: LoadingProgress
  /// All that was read so far. Set in few notifications only, because posts have to be sorted each time.
  public var document: TimelineDocument?

  public init(progress: LoadingProgress, document: TimelineDocument? = nil) {
    self.progress = progress
    self.document = document
  }
}

/// A source that can be read once only, like standard input. Later requests get the first result, including an error.
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
