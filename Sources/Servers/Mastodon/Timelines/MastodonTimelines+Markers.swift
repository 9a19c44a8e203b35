import Domain
import Formats
import Network

/// Read markers of Home and Notifications (documentation, methods/markers).
extension MastodonTimelines {
  /// - Returns: nil if the server does not support markers.
  public func markers() async throws(TimelineError) -> [TimelineID: RemoteCursor]? {
    do throws(ServerFailure) {
      let query = Self.marked.map { HTTPAddress.QueryItem("timeline[]", $0.name) }
      let found = try await client.value(
        at: client.server.at("api", "v1", "markers", query: query), of: .markers)
      var markers: [TimelineID: RemoteCursor] = [:]
      for (timeline, name) in Self.marked {
        guard let id = found[name]?["last_read_id"]?.text, !id.isEmpty else { continue }
        markers[timeline] = RemoteCursor(id)
      }
      return markers
    } catch  where error.hasNoMarkers {
      return nil
    } catch {
      throw error.error
    }
  }

  /// - Returns: whether the server supports markers.
  public func store(_ markers: [TimelineID: RemoteCursor]) async throws(TimelineError) -> Bool {
    let form = Self.marked.compactMap { timeline, name in
      markers[timeline].map { HTTPAddress.QueryItem("\(name)[last_read_id]", $0.rawValue) }
    }
    guard !form.isEmpty else { return true }
    do throws(ServerFailure) {
      _ = try await client.post(client.server.at("api", "v1", "markers"), FormBody(form))
      return true
    } catch  where error.hasNoMarkers {
      return false
    } catch {
      throw error.error
    }
  }

  private static let marked: [(timeline: TimelineID, name: String)] = [
    (.home, "home"), (.notifications, "notifications"),
  ]
}

extension ServerFailure {
  /// Whether markers are not supported, or not allowed with this token.
  fileprivate var hasNoMarkers: Bool { isUnknownEndpoint || isRefusedEndpoint }
}
