import Domain
import Formats
import FoundationEssentials
import Runtime

/// Standard input can be read but once: what it said, be it an error, is said again to whoever asks later.
public actor ReadOnceDocumentSource: DocumentSource {
  private let source: any DocumentSource
  private var reading: Task<Result<TimelineDocument, TimelineError>, Never>?

  public init(_ source: any DocumentSource) {
    self.source = source
  }

  public func document(
    of account: AccountID?, openedAt: Date, tell: @escaping @Sendable (DocumentPart) -> Void
  ) async throws(TimelineError) -> TimelineDocument {
    let reading =
      reading
      ?? Task(executorPreference: currentTaskExecutor) { [source] in
        await Self.read(source, of: account, openedAt: openedAt, tell: tell)
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
    tell: @escaping @Sendable (DocumentPart) -> Void
  ) async -> Result<TimelineDocument, TimelineError> {
    do throws(TimelineError) {
      return .success(try await source.document(of: account, openedAt: openedAt, tell: tell))
    } catch {
      return .failure(error)
    }
  }
}
