import Domain
import Formats
import Network

/// How far Home and Notifications have been read (documentation, methods/markers).
extension MastodonTimelines {
  public func markers() async throws(TimelineError) -> [TimelineID: RemoteCursor]? {
    do throws(ServerFailure) {
      let query = Self.marked.map { HTTPAddress.QueryItem("timeline[]", $0.name) }
      let found = try await client.value(at: client.server.at("api", "v1", "markers", query: query))
      var markers: [TimelineID: RemoteCursor] = [:]
      for (timeline, name) in Self.marked {
        guard let id = found[name]?["last_read_id"]?.text, !id.isEmpty else { continue }
        markers[timeline] = RemoteCursor(id)
      }
      return markers
    } catch  where error.keepsNoMarkers {
      return nil
    } catch {
      throw error.error
    }
  }

  public func store(_ markers: [TimelineID: RemoteCursor]) async throws(TimelineError) -> Bool {
    let form = Self.marked.compactMap { timeline, name in
      markers[timeline].map { HTTPAddress.QueryItem("\(name)[last_read_id]", $0.rawValue) }
    }
    guard !form.isEmpty else { return true }
    do throws(ServerFailure) {
      _ = try await client.post(client.server.at("api", "v1", "markers"), FormBody(form))
      return true
    } catch  where error.keepsNoMarkers {
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
  /// The server does not know the question, or the token is good for less.
  fileprivate var keepsNoMarkers: Bool { isUnknownQuestion || status == 403 && !endsSession }
}
