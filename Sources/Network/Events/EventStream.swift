/// What a server sends by and by: server-sent events, as the HTML standard has them (9.2.6, “Interpreting an event
/// stream”).
public struct ServerSentEvent: Hashable, Sendable {
  /// `message` where the server names none.
  public var name: String
  public var data: String
  /// The last one that the server has given, by this event or an earlier one; "" for none.
  public var id: String

  public init(name: String = "message", data: String, id: String = "") {
    self.name = name
    self.data = data
    self.id = id
  }
}

/// What an answer that goes on is made of.
public enum EventStream {
  public enum Element: Hashable, Sendable {
    case event(ServerSentEvent)
    /// After a break, the server asks for this many seconds before it is asked again.
    case retry(after: Double)
    /// A comment: the connection lives.
    case heartbeat
  }
}
