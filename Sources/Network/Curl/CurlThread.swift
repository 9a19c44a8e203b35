import CCurl
import Dispatch
import Glibc
import Synchronization

/// The thread that makes requests, and its inbox. It begins with the first request.
final class CurlThread: Sendable {
  enum Message: Sendable {
    case start(CurlExchange)
    case cancel(CurlExchange)
    case resume(CurlExchange)
  }

  private enum Life {
    case notYet
    case running(pthread_t)
    case over
  }

  private struct State {
    var life = Life.notYet
    var messages: [Message] = []
    /// Where the thread waits, as a number; nil until it does.
    var engine: UInt?
    /// Why there are no requests any more.
    var refusal: HTTPError?
  }

  private let settings: CurlTransport.Settings
  private let state = Mutex(State())
  private let hasEnded = DispatchSemaphore(value: 0)

  init(_ settings: CurlTransport.Settings) {
    self.settings = settings
  }

  func answer(of exchange: CurlExchange) async throws(HTTPError) -> HTTPResponse {
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

  /// Ends the thread, soon.
  func end() {
    if let thread = leave() { pthread_detach(thread) }
  }

  /// Ends the thread and waits for that.
  func stop(within seconds: Double) {
    guard let thread = leave() else { return }
    if hasEnded.wait(timeout: .now() + seconds) == .success {
      pthread_join(thread, nil)
    } else {
      pthread_detach(thread)
    }
  }
}

// For the loop on the thread.
extension CurlThread {
  /// What has come in since the last time, in order; nil once there is nothing to do any more.
  func takeMessages() -> [Message]? {
    state.withLock { state in
      defer { state.messages = [] }
      return state.refusal == nil ? state.messages : nil
    }
  }

  /// Where the thread waits from now on.
  func wait(in engine: OpaquePointer?) {
    state.withLock { $0.engine = engine.map { UInt(bitPattern: $0) } }
  }

  /// From now on every request ends so.
  func refuse(_ error: HTTPError) {
    let waiting = state.withLock { state in
      if state.refusal == nil { state.refusal = error }
      wake(state)
      defer { state.messages = [] }
      return state.messages
    }
    for case .start(let exchange) in waiting { exchange.fail(error) }
  }
}

extension CurlThread {
  /// - Returns: the thread, to the first one who asks it to end.
  private func leave() -> pthread_t? {
    refuse(.cancelled)
    return state.withLock { state in
      defer { state.life = .over }
      if case .running(let thread) = state.life { return thread }
      return nil
    }
  }

  private func send(_ message: Message) {
    let refusal: HTTPError? = state.withLock { state in
      if let refusal = state.refusal { return refusal }
      switch (state.life, message) {
      case (.notYet, .start):
        guard let thread = DedicatedThread.begin({ self.run() }) else {
          return .noTransport(reason: "The system has no thread left for servers.")
        }
        state.life = .running(thread)
      case (.notYet, _), (.over, _): return nil
      case (.running, _): break
      }
      state.messages.append(message)
      wake(state)
      return nil
    }
    if let refusal, case .start(let exchange) = message { exchange.fail(refusal) }
  }

  private func wake(_ state: State) {
    if let engine = state.engine.flatMap(OpaquePointer.init(bitPattern:)) { tern_curl_wake(engine) }
  }

  private func run() {
    if tern_curl_open() == 0 {
      CurlLoop(self, settings).run()
    } else {
      refuse(.noTransport(reason: "Tern needs libcurl for servers: the package libcurl4."))
    }
    hasEnded.signal()
  }
}
