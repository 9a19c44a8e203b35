import Synchronization

/// The unread bytes of a stream. When 256 KiB are buffered, the server has to wait.
final class StreamBuffer: Sendable {
  private static let limit = 256 << 10

  typealias Chunk = Result<[UInt8]?, HTTPError>

  private struct State {
    var pieces: [[UInt8]] = []
    var size = 0
    var isPaused = false
    var end: Result<Void, HTTPError>?
    var waiter: CheckedContinuation<Chunk, Never>?
  }

  private let state = Mutex(State())

  /// - Returns: false if the buffer is full; the bytes must be delivered again after `next` calls `resume`.
  func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let piece = [UInt8](bytes)
    let (isTaken, waiter) = state.withLock { state in
      if let waiter = state.waiter {
        state.waiter = nil
        return (true, Optional(waiter))
      }
      guard state.size < Self.limit else {
        state.isPaused = true
        return (false, nil)
      }
      state.pieces.append(piece)
      state.size += piece.count
      return (true, nil)
    }
    waiter?.resume(returning: .success(piece))
    return isTaken
  }

  /// Ends the stream. Buffered bytes are still delivered, unless it was cancelled.
  func end(_ end: Result<Void, HTTPError>) {
    let waiter = state.withLock { state in
      if state.end == nil { state.end = end }
      if case .failure(.cancelled) = end {
        state.end = end
        state.pieces = []
        state.size = 0
      }
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume(returning: end.map { nil })
  }

  /// The buffered bytes, or the next ones; nil at the end.
  /// - Parameter resume: called when the server may continue.
  func next(resume: () -> Void) async -> Chunk {
    await withCheckedContinuation { continuation in
      let (piece, isPaused) = state.withLock { state -> (Chunk?, Bool) in
        if !state.pieces.isEmpty {
          let piece = Array(state.pieces.joined())
          state.pieces = []
          state.size = 0
          defer { state.isPaused = false }
          return (.success(piece), state.isPaused)
        }
        if let end = state.end { return (end.map { nil }, false) }
        // Of two concurrent readers the earlier one ends.
        let earlier = state.waiter
        state.waiter = continuation
        earlier?.resume(returning: .success(nil))
        return (nil, false)
      }
      if isPaused { resume() }
      if let piece { continuation.resume(returning: piece) }
    }
  }
}

/// Reads a stream, and cancels it when released.
final class StreamReader: Sendable {
  private let exchange: CurlExchange
  private let thread: CurlThread

  init(of exchange: CurlExchange, on thread: CurlThread) {
    self.exchange = exchange
    self.thread = thread
  }

  deinit {
    thread.cancel(exchange)
  }

  func next() async throws(HTTPError) -> [UInt8]? {
    let piece = await withTaskCancellationHandler {
      await exchange.body.next { thread.resume(exchange) }
    } onCancel: {
      thread.cancel(exchange)
    }
    return try piece.get()
  }
}
