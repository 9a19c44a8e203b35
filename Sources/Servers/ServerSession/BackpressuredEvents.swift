import Domain

/// Events that are read from their source only when the consumer requests the next one, so that a slow consumer makes
/// the server wait.
actor BackpressuredEvents {
  typealias Open = @Sendable () async throws(TimelineError) -> AsyncStream<RemoteEvent>
  typealias Transform = @Sendable (RemoteEvent) async -> RemoteEvent?

  private let open: Open
  private let pass: Transform
  private var events: AsyncStream<RemoteEvent>?
  private var hasEnded = false

  private init(_ open: @escaping Open, _ pass: @escaping Transform) {
    self.open = open
    self.pass = pass
  }

  /// - Parameters:
  ///   - open: Opens the source. An error is delivered as a last event, `.lost`.
  ///   - passing: Transforms each event; nil to open the source again.
  static func stream(_ open: @escaping Open, passing: @escaping Transform) -> AsyncStream<RemoteEvent> {
    let events = BackpressuredEvents(open, passing)
    return AsyncStream { await events.next() }
  }

  private func next() async -> RemoteEvent? {
    if hasEnded { return nil }
    do throws(TimelineError) {
      while true {
        let events = try await opened()
        var iterator = events.makeAsyncIterator()
        guard let event = await iterator.next(isolation: self) else { return nil }
        if let passed = await pass(event) { return passed }
        self.events = nil
      }
    } catch {
      hasEnded = true
      return error == .cancelled ? nil : .lost(error)
    }
  }

  private func opened() async throws(TimelineError) -> AsyncStream<RemoteEvent> {
    if let events { return events }
    let new = try await open()
    events = new
    return new
  }
}
