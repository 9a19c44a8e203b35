import Domain
import Formats
import Network

extension MastodonTimelines {
  /// The events of Home and Notifications, if the server streams over HTTP (documentation, methods/streaming). The
  /// stream is read on demand of the consumer.
  public func events() -> AsyncStream<RemoteEvent> {
    let stream = ReconnectingStream(self)
    return AsyncStream { await stream.next() }
  }

  /// The event of a message; nil if it is irrelevant or malformed.
  func event(_ message: ServerSentEvent) -> RemoteEvent? {
    switch message.name {
    case "update":
      guard let value = message.json, let entry = entry(value, in: .home) else { return nil }
      return value["id"]?.text.map { .inserted(RemoteEntry(cursor: RemoteCursor($0), post: entry), in: .home) }
    case "status.update": return message.json.flatMap { entry($0, in: .home) }.map { .changed($0) }
    case "delete": return message.data.isEmpty ? nil : .deleted(PostID(message.data.escapingControls))
    case "notification": return message.json.flatMap(notification)
    case "filters_changed": return .filtersChanged
    default: return nil
    }
  }

  private func notification(_ value: JSONValue) -> RemoteEvent? {
    guard let id = value["id"]?.text, let entry = MastodonNotificationReader(statuses: reader).entry(value) else {
      return nil
    }
    var post = value["status"].map { filtered(entry, by: $0, in: TimelineID.notifications.filterScope) } ?? entry
    post.assign(to: account)
    return .inserted(RemoteEntry(cursor: RemoteCursor(id), post: post), in: .notifications)
  }

  private func entry(_ status: JSONValue, in timeline: TimelineID) -> Post? {
    guard let post = reader.entry(status) else { return nil }
    var shown = filtered(post, by: status, in: timeline.filterScope)
    shown.assign(to: account)
    return shown
  }
}

extension ServerSentEvent {
  /// The payload; nil if malformed.
  fileprivate var json: JSONValue? { try? JSONValue(whole: Array(data.utf8)) }
}
