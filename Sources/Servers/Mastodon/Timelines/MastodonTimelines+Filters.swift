import Domain
import Formats
import Network

/// The user's filters (documentation, methods/filters).
extension MastodonTimelines {
  private static let maxFilters = 500

  /// The filters. Mastodon before 4.0, Pleroma and Akkoma only have version 1, and leave filtering to clients.
  /// - Returns: nil if the server returns none.
  public func filters() async throws(TimelineError) -> [ContentFilter]? {
    if let filters = try await filters("v2", .filters) { return filters }
    return try await filters("v1", .phraseFilters)
  }

  /// - Returns: nil if the server does not support them or refuses access with this token.
  private func filters(
    _ version: String, _ feature: ServerCapabilityCache.Feature
  ) async throws(TimelineError) -> [ContentFilter]? {
    guard !capabilityCache.isUnsupported(feature, now: now) else { return nil }
    do throws(ServerFailure) {
      let found = try await client.value(at: client.server.at("api", version, "filters"))
      return found.elements.prefix(Self.maxFilters).compactMap(ContentFilter.init)
    } catch  where error.lacksEndpoint || [400, 403, 422].contains(error.status) && !error.endsSession {
      capabilityCache.markUnsupported(feature, now: now)
      return nil
    } catch {
      throw error.error
    }
  }
}
