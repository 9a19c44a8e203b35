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

/// Events out of an answer that goes on.
public struct EventStream: AsyncSequence, Sendable {
  public enum Element: Hashable, Sendable {
    case event(ServerSentEvent)
    /// After a break, the server asks for this many seconds before it is asked again.
    case retry(after: Double)
    /// A comment: the connection lives.
    case heartbeat
  }

  private let stream: HTTPStream
  private let tellsHeartbeats: Bool

  public init(_ stream: HTTPStream, tellsHeartbeats: Bool = false) {
    self.stream = stream
    self.tellsHeartbeats = tellsHeartbeats
  }

  public func makeAsyncIterator() -> Iterator {
    Iterator(stream, tellsHeartbeats: tellsHeartbeats)
  }

  public struct Iterator: AsyncIteratorProtocol {
    private let host: String
    private var pieces: AsyncThrowingStream<[UInt8], any Error>.Iterator
    private var parser: EventStreamParser
    private var elements: ArraySlice<Element> = []
    private let tellsHeartbeats: Bool

    init(_ stream: HTTPStream, tellsHeartbeats: Bool) {
      host = stream.head.url.host
      pieces = stream.body.makeAsyncIterator()
      parser = EventStreamParser()
      self.tellsHeartbeats = tellsHeartbeats
    }

    public mutating func next() async throws -> Element? {
      try await next(isolation: nil)
    }

    /// nil once the server has closed the stream; what it had not ended by then is no event.
    /// - Throws: as the stream does; `tooLarge` where an event has no end.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(HTTPError) -> Element? {
      while true {
        if let element = elements.popFirst() { return element }
        guard let piece = try await nextPiece(isolation: actor) else { return nil }
        guard let read = parser.read(piece) else {
          throw .tooLarge(host: host, limit: EventStreamParser.longest)
        }
        elements = tellsHeartbeats ? read[...] : read.filter { $0 != .heartbeat }[...]
      }
    }

    private mutating func nextPiece(isolation actor: isolated (any Actor)?) async throws(HTTPError) -> [UInt8]? {
      do {
        return try await pieces.next(isolation: actor)
      } catch let error as HTTPError {
        throw error
      } catch {
        throw .cancelled
      }
    }
  }
}
