import CCurl

/// The run loop of the network thread.
final class CurlLoop {
  private static let hour: Int32 = 3_600_000

  private let thread: CurlThread
  private let settings: CurlTransport.Settings
  private var engine: OpaquePointer?
  private var transfers: [ObjectIdentifier: CurlTransfer] = [:]
  /// Whether idle connections may be open.
  private var hasConnections = false

  init(_ thread: CurlThread, _ settings: CurlTransport.Settings) {
    self.thread = thread
    self.settings = settings
  }

  func run() {
    renewEngine()
    while let engine, let messages = thread.drainMessages() {
      for message in messages { handle(message, engine) }
      guard tern_curl_perform(engine) == 0 else {
        endAll { .malformed(host: $0.host, reason: "libcurl failed.") }
        renewEngine()
        continue
      }
      handleProgress(engine)
      wait(engine)
    }
    if engine == nil {
      thread.rejectRequests(.noTransport(reason: "There is not enough memory, or no socket is available."))
    }
    endAll { _ in .cancelled }
    thread.wait(in: nil)
    if let engine { tern_curl_engine_free(engine) }
  }
}

extension CurlLoop {
  private func handle(_ message: CurlThread.Message, _ engine: OpaquePointer) {
    switch message {
    case .start(let exchange): start(exchange, engine)
    case .cancel(let exchange): transfers.removeValue(forKey: ObjectIdentifier(exchange))?.free(from: engine)
    case .resume(let exchange): transfers[ObjectIdentifier(exchange)]?.resume()
    }
  }

  private func start(_ exchange: CurlExchange, _ engine: OpaquePointer) {
    guard !exchange.isCancelled else { return }
    guard exchange.remaining > 0 else { return exchange.fail(exchange.timedOut(wasSent: false)) }
    do {
      let transfer = CurlTransfer(exchange, limit: exchange.request.maxBodyBytes ?? settings.maxBodyBytes)
      try transfer.start(in: engine, settings)
      transfers[ObjectIdentifier(exchange)] = transfer
      hasConnections = true
    } catch {
      exchange.fail(error)
    }
  }

  /// Completes finished transfers.
  private func handleProgress(_ engine: OpaquePointer) {
    var context: UnsafeMutableRawPointer?
    var end = TERN_CURL_DONE
    while let ended = tern_curl_next_ended(engine, &context, &end) {
      let transfer = context.flatMap { context in
        transfers.values.first { Unmanaged.passUnretained($0).toOpaque() == context }
      }
      guard let transfer else {
        tern_curl_free(engine, ended)
        continue
      }
      transfers[ObjectIdentifier(transfer.exchange)] = nil
      transfer.finish(end)
      transfer.free(from: engine)
    }
    for transfer in transfers.values { transfer.liftTimeout() }
    endStalled(engine)
  }

  private func endStalled(_ engine: OpaquePointer) {
    let now = ContinuousClock.now
    for (id, transfer) in transfers where transfer.silenceEnd.map({ $0 <= now }) ?? false {
      transfers[id] = nil
      transfer.exchange.fail(transfer.exchange.silenceError)
      transfer.free(from: engine)
    }
  }

  /// Waits for activity or the timeout of a stream. Idle connections are closed after a while. There are no other
  /// wake-ups.
  private func wait(_ engine: OpaquePointer) {
    let start = ContinuousClock.now
    guard transfers.isEmpty, hasConnections else {
      let silence = transfers.values.compactMap(\.silenceEnd).min().map { ($0 - start) / .seconds(1) }
      return tern_curl_wait(engine, Self.milliseconds(silence ?? .infinity))
    }
    tern_curl_wait(engine, Self.milliseconds(settings.idleTime))
    guard ContinuousClock.now - start >= .seconds(settings.idleTime) else { return }
    renewEngine()
  }

  /// Seconds in milliseconds, an hour at most.
  private static func milliseconds(_ seconds: Double) -> Int32 {
    Int32(min(max(seconds * 1000, 0).rounded(.up), Double(hour)))
  }

  /// Replaces the engine, which closes all connections.
  private func renewEngine() {
    let before = engine
    engine = tern_curl_engine_new()
    hasConnections = false
    thread.wait(in: engine)
    if let before { tern_curl_engine_free(before) }
  }

  private func endAll(with error: (CurlExchange) -> HTTPError) {
    for transfer in transfers.values {
      transfer.exchange.fail(error(transfer.exchange))
      if let engine { transfer.free(from: engine) }
    }
    transfers = [:]
  }
}
