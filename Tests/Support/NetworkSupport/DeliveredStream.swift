import Network
import Runtime

extension HTTPStream {
  /// The stream as transports deliver it: without lone comments, and with a timeout.
  func delivered(_ request: HTTPRequest, on clock: any WallClock) -> HTTPStream {
    let listener = ThrottledStreamReader(body, request, on: clock)
    return HTTPStream(head: head, body: AsyncThrowingStream { try await listener.next() })
  }
}

private actor ThrottledStreamReader {
  private let body: AsyncThrowingStream<[UInt8], any Error>
  private let request: HTTPRequest
  private let clock: any WallClock
  private var comments = EventComments()

  init(_ body: AsyncThrowingStream<[UInt8], any Error>, _ request: HTTPRequest, on clock: any WallClock) {
    self.body = body
    self.request = request
    self.clock = clock
  }

  func next() async throws -> [UInt8]? {
    while let bytes = try await piece() {
      if comments.areOnlyComments(of: bytes) { continue }
      comments.recordDelivered(bytes)
      return bytes
    }
    return nil
  }

  private func piece() async throws -> [UInt8]? {
    try await withThrowingTaskGroup(of: [UInt8]?.self) { [body, clock, request] group in
      group.addTask {
        var pieces = body.makeAsyncIterator()
        return try await pieces.next()
      }
      group.addTask {
        guard (try? await clock.sleep(seconds: request.maxSilence)) != nil else { return nil }
        throw HTTPError.timedOut(host: request.url.host, seconds: Int(min(request.maxSilence, 1e9)))
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
  }
}
