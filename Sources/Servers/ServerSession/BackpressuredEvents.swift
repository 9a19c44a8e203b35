import Domain

/// Events that are read from their source only when the consumer requests the next one, so that a slow consumer makes
/// the server wait.
actor BackpressuredEvents {
  private let events: AsyncStream<RemoteEvent>
  private let transform: @Sendable (RemoteEvent) async -> RemoteEvent

  private init(_ events: AsyncStream<RemoteEvent>, _ transform: @escaping @Sendable (RemoteEvent) async -> RemoteEvent)
  {
    self.events = events
    self.transform = transform
  }

  static func stream(
    of events: AsyncStream<RemoteEvent>, _ transform: @escaping @Sendable (RemoteEvent) async -> RemoteEvent
  ) -> AsyncStream<RemoteEvent> {
    let events = BackpressuredEvents(events, transform)
    return AsyncStream { await events.next() }
  }

  private func next() async -> RemoteEvent? {
    var iterator = events.makeAsyncIterator()
    guard let event = await iterator.next(isolation: self) else { return nil }
    return await transform(event)
  }
}
