import Network
import Synchronization

/// A stream that a test feeds. Data sent before it is opened is delivered to the first listener; opening it again
/// replaces the listener.
public final class ScriptedStream: Sendable {
  private struct State {
    var waiting: [[UInt8]] = []
    var end: Result<Void, HTTPError>?
    var listener: (id: Int, continuation: AsyncThrowingStream<[UInt8], any Error>.Continuation)?
    var openings = 0
    var abandonments = 0
  }

  let latency: Double
  private let status: Int
  private let headers: HTTPHeaders
  private let state = Mutex(State())

  public init(
    status: Int = 200, headers: HTTPHeaders = ["Content-Type": "text/event-stream"], after latency: Double = 0
  ) {
    self.status = status
    self.headers = headers
    self.latency = latency
  }

  /// The number of times that it was opened.
  public var openings: Int { state.withLock { $0.openings } }

  /// The number of listeners that left before the end.
  public var abandonments: Int { state.withLock { $0.abandonments } }

  /// Whether there is a listener.
  public var isOpen: Bool { state.withLock { $0.listener != nil } }

  public func send(_ text: String) {
    send(bytes: Array(text.utf8))
  }

  public func send(bytes: [UInt8]) {
    state.withLock { state in
      if let listener = state.listener {
        listener.continuation.yield(bytes)
      } else {
        state.waiting.append(bytes)
      }
    }
  }

  /// Closes the stream properly. It can be opened again.
  public func finish() {
    end(.success(()))
  }

  /// Breaks the stream. It can be opened again.
  public func fail(_ error: HTTPError) {
    end(.failure(error))
  }
}

extension ScriptedStream {
  func open(at url: HTTPAddress) -> HTTPStream {
    let (body, continuation) = AsyncThrowingStream.makeStream(of: [UInt8].self)
    let (id, end) = state.withLock { state in
      state.openings += 1
      for bytes in state.waiting { continuation.yield(bytes) }
      state.waiting = []
      let end = state.end
      state.end = nil
      if end == nil { state.listener = (state.openings, continuation) }
      return (state.openings, end)
    }
    if let end { Self.end(continuation, end) }
    continuation.onTermination = { [weak self] reason in
      guard case .cancelled = reason else { return }
      self?.removeListener(id)
    }
    return HTTPStream(head: HTTPResponse(status: status, headers: headers, url: url), body: body)
  }

  private func removeListener(_ id: Int) {
    state.withLock { state in
      guard state.listener?.id == id else { return }
      state.listener = nil
      state.abandonments += 1
    }
  }

  private func end(_ end: Result<Void, HTTPError>) {
    let listener = state.withLock { state in
      let listener = state.listener
      state.listener = nil
      if listener == nil { state.end = end }
      return listener
    }
    if let listener { Self.end(listener.continuation, end) }
  }

  private static func end(
    _ continuation: AsyncThrowingStream<[UInt8], any Error>.Continuation, _ end: Result<Void, HTTPError>
  ) {
    switch end {
    case .success: continuation.finish()
    case .failure(let error): continuation.finish(throwing: error)
    }
  }
}
