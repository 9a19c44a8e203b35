import Synchronization

/// What a stream has brought and nobody has taken yet: as much as 256 KiB, then the server waits.
final class StreamBuffer: Sendable {
  private static let limit = 256 << 10

  typealias Piece = Result<[UInt8]?, HTTPError>

  private struct State {
    var pieces: [[UInt8]] = []
    var size = 0
    var isPaused = false
    var end: Result<Void, HTTPError>?
    var waiter: CheckedContinuation<Piece, Never>?
  }

  private let state = Mutex(State())

  /// - Returns: whether it was taken. Where it was not, it has to be brought again once `next` says so.
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

  /// What is there is still handed out; an error of our own making takes its place.
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

  /// All that is there, or what comes next; nil at the end.
  /// - Parameter resume: is called where the server may go on.
  func next(resume: () -> Void) async -> Piece {
    await withCheckedContinuation { continuation in
      let (piece, isPaused) = state.withLock { state -> (Piece?, Bool) in
        if !state.pieces.isEmpty {
          let piece = Array(state.pieces.joined())
          state.pieces = []
          state.size = 0
          defer { state.isPaused = false }
          return (.success(piece), state.isPaused)
        }
        if let end = state.end { return (end.map { nil }, false) }
        // Two who read at once: the one who came first is told that there is no more.
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

/// Takes from a stream, and breaks it off when nobody takes any more.
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
