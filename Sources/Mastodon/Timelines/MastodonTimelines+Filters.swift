import Domain
import Formats
import Network

/// The user's filters (documentation, methods/filters).
extension MastodonTimelines {
  private static let maxFilters = 500

  /// Mastodon before 4.0, Pleroma and Akkoma have the first version alone, and leave it to the client to apply them.
  public func filters() async throws(TimelineError) -> [ContentFilter]? {
    if let filters = try await filters("v2", .filters) { return filters }
    return try await filters("v1", .phraseFilters)
  }

  /// - Returns: nil where the server does not know the question, or does not answer it with this token.
  private func filters(
    _ version: String, _ question: ServerCapabilityCache.Question
  ) async throws(TimelineError) -> [ContentFilter]? {
    guard !known.isOff(question, now: now) else { return nil }
    do throws(ServerFailure) {
      let found = try await client.value(at: client.server.at("api", version, "filters"))
      return found.elements.prefix(Self.maxFilters).compactMap(ContentFilter.init)
    } catch  where error.isUnknownQuestion || error.status == 403 || error.status == 400 || error.status == 422 {
      known.turnOff(question, now: now)
      return nil
    } catch {
      throw error.error
    }
  }
}
