/// A server-sent event (HTML standard, 9.2.6, “Interpreting an event stream”).
public struct ServerSentEvent: Hashable, Sendable {
  /// `message` by default.
  public var name: String
  public var data: String
  /// The last event ID, of this event or an earlier one; "" if missing.
  public var id: String

  public init(name: String = "message", data: String, id: String = "") {
    self.name = name
    self.data = data
    self.id = id
  }
}

/// The elements of an event stream.
public enum EventStream {
  public enum Element: Hashable, Sendable {
    case event(ServerSentEvent)
    /// The delay before reconnecting, in seconds.
    case retry(after: Double)
    /// A comment, which shows that the connection is alive.
    case heartbeat
  }
}
