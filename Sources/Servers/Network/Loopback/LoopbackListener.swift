import Glibc
import Synchronization

/// The loopback redirect of a sign-in (RFC 8252, 7.3): a port on this computer, for one request. Other pages may send
/// requests too, so only one with the expected query is accepted.
public final class LoopbackListener: Sendable {
  typealias Outcome = Result<[HTTPAddress.QueryItem], HTTPError>

  private struct State {
    /// Open until the thread has taken them or waiting has ended.
    var listener: Int32?
    var wakeReader: Int32?
    var wakeWriter: Int32?
    var outcome: Outcome?
    var waiter: CheckedContinuation<Outcome, Never>?
  }

  /// The address `http://127.0.0.1:PORT/…`, for the `redirect_uri`.
  public let address: HTTPAddress
  private let state: Mutex<State>

  /// Binds a port, so that the address is known before waiting.
  /// - Parameter port: a port that is registered at the server; nil for any.
  /// - Throws: `noTransport` if no port is available.
  public init(path: String = "/", port: Int? = nil) throws(HTTPError) {
    guard let (listener, port) = LoopbackSocket.listening(at: port) else {
      throw .noTransport(reason: "No port is available for the browser’s redirect.")
    }
    guard let (reader, writer) = LoopbackSocket.pair() else {
      close(listener)
      throw .noTransport(reason: "No socket is available for the browser’s redirect.")
    }
    address = HTTPAddress(scheme: .http, host: "127.0.0.1", port: port, path: path, query: [])
    state = Mutex(State(listener: listener, wakeReader: reader, wakeWriter: writer))
  }

  deinit {
    state.withLock { state in
      for descriptor in [state.listener, state.wakeReader, state.wakeWriter] { descriptor.map { _ = Glibc.close($0) } }
    }
  }

  /// Waits for the browser's request, responds with a page that sends the user back to the terminal, and closes the
  /// port. May be called once.
  /// - Parameter accepts: whether a query is the expected one, for example by its `state`. Other requests get status
  ///   404.
  /// - Returns: the query of the request.
  /// - Throws: `cancelled` after cancellation or `stop()`; `noTransport` if waiting failed.
  public func waitForRequest(
    where accepts: @escaping @Sendable ([HTTPAddress.QueryItem]) -> Bool
  ) async throws(HTTPError) -> [HTTPAddress.QueryItem] {
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let outcome = state.withLock { state in
          if state.outcome == nil, state.waiter != nil { return Outcome?.some(.failure(.cancelled)) }
          if state.outcome == nil { state.waiter = continuation }
          return state.outcome
        }
        if let outcome { continuation.resume(returning: outcome) } else { listen(accepts) }
      }
    } onCancel: {
      stop()
    }
    return try outcome.get()
  }

  /// Stops waiting and closes the port.
  public func stop() {
    complete(.failure(.cancelled))
  }
}

extension LoopbackListener {
  private func listen(_ accepts: @escaping @Sendable ([HTTPAddress.QueryItem]) -> Bool) {
    let sockets = state.withLock { state -> (listener: Int32, wake: Int32)? in
      guard let listener = state.listener, let wake = state.wakeReader else { return nil }
      (state.listener, state.wakeReader) = (nil, nil)
      return (listener, wake)
    }
    guard let sockets else { return complete(.failure(.cancelled)) }
    let server = OAuthCallbackServer(address, accepts)
    let thread = DedicatedThread.start {
      self.complete(server.outcome(listener: sockets.listener, wake: sockets.wake))
      close(sockets.listener)
      close(sockets.wake)
    }
    guard let thread else {
      close(sockets.listener)
      close(sockets.wake)
      return complete(.failure(.noTransport(reason: "No thread is available for the browser’s redirect.")))
    }
    pthread_detach(thread)
  }

  private func complete(_ outcome: Outcome) {
    let waiter = state.withLock { state in
      if state.outcome == nil { state.outcome = outcome }
      // Closing the other end wakes the thread.
      if let writer = state.wakeWriter { close(writer) }
      state.wakeWriter = nil
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume(returning: outcome)
  }
}
