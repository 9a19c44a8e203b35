import Glibc
import Synchronization

/// Where a browser comes back to after a person has let Tern in (RFC 8252, 7.3): a port of this machine alone, for one
/// visit. Other pages may knock, too, so nobody is let in but who has what was asked for.
public final class LoopbackListener: Sendable {
  typealias Outcome = Result<[HTTPAddress.QueryItem], HTTPError>

  private struct State {
    /// Open until the thread has them, or there is none any more.
    var listener: Int32?
    var wakeReader: Int32?
    var wakeWriter: Int32?
    var outcome: Outcome?
    var waiter: CheckedContinuation<Outcome, Never>?
  }

  /// `http://127.0.0.1:PORT/…`, to be given to the server as its `redirect_uri`.
  public let address: HTTPAddress
  private let state: Mutex<State>

  /// Takes a port, so that it can be named before anyone waits.
  /// - Parameter port: one that a server knows already; nil for any.
  /// - Throws: `noTransport` where the system does not give it.
  public init(path: String = "/", port: Int? = nil) throws(HTTPError) {
    guard let (listener, port) = LoopbackSocket.listening(at: port) else {
      throw .noTransport(reason: "This machine has no port left at which a browser could answer.")
    }
    guard let (reader, writer) = LoopbackSocket.pair() else {
      close(listener)
      throw .noTransport(reason: "This machine has no socket left at which a browser could answer.")
    }
    address = HTTPAddress(scheme: .http, host: "127.0.0.1", port: port, path: path, query: [])
    state = Mutex(State(listener: listener, wakeReader: reader, wakeWriter: writer))
  }

  deinit {
    state.withLock { state in
      for descriptor in [state.listener, state.wakeReader, state.wakeWriter] { descriptor.map { _ = Glibc.close($0) } }
    }
  }

  /// Waits for a browser, answers it with a page that sends the person back to the terminal, and closes the port. It is
  /// for one call.
  /// - Parameter isWanted: whether these are what is waited for, such as by their `state`; the others find nothing here.
  /// - Returns: the query that it came with.
  /// - Throws: `cancelled` once nobody waits, or after `stop`.
  public func visit(
    where isWanted: @escaping @Sendable ([HTTPAddress.QueryItem]) -> Bool
  ) async throws(HTTPError) -> [HTTPAddress.QueryItem] {
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let outcome = state.withLock { state in
          if state.outcome == nil, state.waiter != nil { return Outcome?.some(.failure(.cancelled)) }
          if state.outcome == nil { state.waiter = continuation }
          return state.outcome
        }
        if let outcome { continuation.resume(returning: outcome) } else { listen(isWanted) }
      }
    } onCancel: {
      stop()
    }
    return try outcome.get()
  }

  /// Closes the port.
  public func stop() {
    settle(.failure(.cancelled))
  }
}

extension LoopbackListener {
  private func listen(_ isWanted: @escaping @Sendable ([HTTPAddress.QueryItem]) -> Bool) {
    let sockets = state.withLock { state -> (listener: Int32, wake: Int32)? in
      guard let listener = state.listener, let wake = state.wakeReader else { return nil }
      (state.listener, state.wakeReader) = (nil, nil)
      return (listener, wake)
    }
    guard let sockets else { return settle(.failure(.cancelled)) }
    let door = OAuthCallbackServer(address, isWanted)
    let thread = DedicatedThread.begin {
      self.settle(door.outcome(listener: sockets.listener, wake: sockets.wake))
      close(sockets.listener)
      close(sockets.wake)
    }
    guard let thread else {
      close(sockets.listener)
      close(sockets.wake)
      return settle(.failure(.noTransport(reason: "The system has no thread left for a browser.")))
    }
    pthread_detach(thread)
  }

  private func settle(_ outcome: Outcome) {
    let waiter = state.withLock { state in
      if state.outcome == nil { state.outcome = outcome }
      // The thread sees that the other end is gone.
      if let writer = state.wakeWriter { close(writer) }
      state.wakeWriter = nil
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume(returning: outcome)
  }
}
