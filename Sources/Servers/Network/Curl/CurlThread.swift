import CCurl
import Dispatch
import Glibc
import Synchronization

/// The network thread and its message queue. Started with the first request.
final class CurlThread: Sendable {
  enum Message: Sendable {
    case start(CurlExchange)
    case cancel(CurlExchange)
    case resume(CurlExchange)
  }

  private enum Phase {
    case notStarted
    case running(pthread_t)
    case ended
  }

  private struct State {
    var phase = Phase.notStarted
    var messages: [Message] = []
    /// The engine that the thread waits in, as a number; nil before that.
    var engine: UInt?
    /// The error for all further requests.
    var rejection: HTTPError?
  }

  private let settings: CurlTransport.Settings
  private let state = Mutex(State())
  private let hasEnded = DispatchSemaphore(value: 0)

  init(_ settings: CurlTransport.Settings) {
    self.settings = settings
  }

  func response(to exchange: CurlExchange) async throws(HTTPError) -> HTTPResponse {
    let outcome = await withTaskCancellationHandler {
      await exchange.outcome { send(.start(exchange)) }
    } onCancel: {
      cancel(exchange)
    }
    return try outcome.get()
  }

  func cancel(_ exchange: CurlExchange) {
    exchange.cancel()
    send(.cancel(exchange))
  }

  func resume(_ exchange: CurlExchange) {
    send(.resume(exchange))
  }

  /// Ends the thread without waiting.
  func end() {
    if let thread = beginShutdown() { pthread_detach(thread) }
  }

  /// Ends the thread and waits for it.
  /// - Parameter seconds: the maximum time to wait.
  func stop(within seconds: Double) {
    guard let thread = beginShutdown() else { return }
    if hasEnded.wait(timeout: .now() + seconds) == .success {
      pthread_join(thread, nil)
    } else {
      pthread_detach(thread)
    }
  }
}

// For `CurlLoop`.
extension CurlThread {
  /// The messages since the last call, in order; nil when the thread must end.
  func drainMessages() -> [Message]? {
    state.withLock { state in
      defer { state.messages = [] }
      return state.rejection == nil ? state.messages : nil
    }
  }

  /// Sets the engine that the thread waits in.
  func wait(in engine: OpaquePointer?) {
    state.withLock { $0.engine = engine.map { UInt(bitPattern: $0) } }
  }

  /// Fails all pending and further requests.
  func rejectRequests(_ error: HTTPError) {
    let waiting = state.withLock { state in
      if state.rejection == nil { state.rejection = error }
      wake(state)
      defer { state.messages = [] }
      return state.messages
    }
    for case .start(let exchange) in waiting { exchange.fail(error) }
  }
}

extension CurlThread {
  /// - Returns: the thread, for the first caller; nil for later ones.
  private func beginShutdown() -> pthread_t? {
    rejectRequests(.cancelled)
    return state.withLock { state in
      defer { state.phase = .ended }
      if case .running(let thread) = state.phase { return thread }
      return nil
    }
  }

  private func send(_ message: Message) {
    let rejection: HTTPError? = state.withLock { state in
      if let rejection = state.rejection { return rejection }
      switch (state.phase, message) {
      case (.notStarted, .start):
        guard let thread = DedicatedThread.start({ self.run() }) else {
          return .noTransport(reason: "No thread is available for network requests.")
        }
        state.phase = .running(thread)
      case (.notStarted, _), (.ended, _): return nil
      case (.running, _): break
      }
      state.messages.append(message)
      wake(state)
      return nil
    }
    if let rejection, case .start(let exchange) = message { exchange.fail(rejection) }
  }

  private func wake(_ state: State) {
    if let engine = state.engine.flatMap(OpaquePointer.init(bitPattern:)) { tern_curl_wake(engine) }
  }

  private func run() {
    if tern_curl_open() == 0 {
      CurlLoop(self, settings).run()
    } else {
      rejectRequests(.noTransport(reason: "Tern needs libcurl to reach servers. Install the package libcurl4."))
    }
    hasEnded.signal()
  }
}
