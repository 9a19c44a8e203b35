import Domain
import FoundationEssentials
import Network
import Runtime

/// A server's event stream, read on demand and reopened after interruptions.
actor ReconnectingStream {
  /// In seconds. Servers send something every 15 seconds, at least a heartbeat.
  static let maxSilence = 45.0
  private static let maxPause = 60.0
  /// The part of an error response that is read, in bytes.
  private static let maxRefusalBytes = 16_384
  /// In seconds. A connection that lasted this long resets the delay between reconnects.
  private static let stableConnectionTime = 30.0

  private let timelines: MastodonTimelines
  private var body: AsyncThrowingStream<[UInt8], any Error>?
  private var parser = EventStreamParser()
  private var pendingEvents: ArraySlice<RemoteEvent> = []
  private var hasEnded = false
  private var isLost = false
  private var failures = 0
  private var openedAt: Date?
  private var notBefore: Date?
  /// The minimum delay that the server requested, in seconds.
  private var minPause = 0.0

  init(_ timelines: MastodonTimelines) {
    self.timelines = timelines
  }

  /// The next event; nil at the end or when cancelled.
  func next() async -> RemoteEvent? {
    while !Task.isCancelled {
      if let event = pendingEvents.popFirst() { return event }
      if hasEnded { return nil }
      if let body { await readChunk(body) } else { await open() }
    }
    return nil
  }
}

extension ReconnectingStream {
  private var client: MastodonClient { timelines.client }
  private var clock: any WallClock { client.clock }

  private func open() async {
    if let notBefore {
      let pause = notBefore.timeIntervalSince(clock.now)
      // A date further ahead was set before the clock was set back.
      if pause > 0, pause <= RetryAfter.maxInterval, (try? await clock.sleep(seconds: pause)) == nil { return }
    }
    let token: Secret?
    do throws(ServerFailure) {
      token = try await client.token()
    } catch {
      // Without a token there is no stream until the user acts.
      hasEnded = true
      if !error.isCancelled { pendingEvents.append(.lost(error.error)) }
      return
    }
    do throws(ServerFailure) {
      guard let address = try await address() else { return hasEnded = true }
      var request = HTTPRequest(.get, address, headers: ["Accept": "text/event-stream"], token: token)
      request.maxSilence = Self.maxSilence
      guard let stream = try await stream(request) else { return hasEnded = true }
      body = stream.body
      parser = EventStreamParser()
      openedAt = clock.now
      isLost = false
      pendingEvents.append(.connected)
    } catch {
      // The stream is opened again with the new token.
      if error.endsSession, await client.renew(after: token) { return }
      connectionLost(error.error)
    }
  }

  /// nil if the server has no stream.
  private func address() async throws(ServerFailure) -> HTTPAddress? {
    guard !timelines.capabilityCache.isUnsupported(.stream, now: clock.now) else { return nil }
    let streaming = try await client.capabilities().streaming
    // A stream on a private network is not followed, unless the server is there itself.
    guard let streaming, HostPolicy.publicNetwork(except: client.server).allows(streaming) else { return nil }
    return streaming.at("api", "v1", "streaming", "user")
  }

  /// nil if the server does not support this kind of stream.
  private func stream(_ request: HTTPRequest) async throws(ServerFailure) -> HTTPStream? {
    let stream: HTTPStream
    do throws(HTTPError) {
      stream = try await client.transport.stream(request)
    } catch {
      throw client.failures.failure(error)
    }
    let head = stream.head
    let isStream = head.headers["Content-Type"]?.lowercased().hasPrefix("text/event-stream") ?? false
    switch head.status {
    case 200..<300 where isStream: return stream
    // Only WebSockets or no streams are supported.
    case 200..<300, 404, 405, 406, 426, 501:
      timelines.capabilityCache.markUnsupported(.stream, now: clock.now)
      return nil
    default:
      let now = clock.now
      var response = head
      if SessionEnd.statuses.contains(head.status) { response.body = await Self.beginning(of: stream.body) }
      let failure = await client.failureAfterTokenCheck(
        client.failures.failure(response, until: RetryAfter.date(head, now: now), pause: now.addingTimeInterval(60)),
        of: request)
      // The stream is refused. Requests for new entries show whether the session is valid.
      guard [400, 401, 403, 410, 422].contains(failure.status), !failure.endsSession else { throw failure }
      timelines.capabilityCache.markUnsupported(.stream, now: clock.now)
      return nil
    }
  }

  /// The beginning of an error response. Some servers only report the end of a session there.
  private static func beginning(of body: AsyncThrowingStream<[UInt8], any Error>) async -> [UInt8] {
    var bytes: [UInt8] = []
    do {
      for try await piece in body {
        bytes += piece
        if bytes.count >= maxRefusalBytes { break }
      }
    } catch {
      // The received part is used.
    }
    return bytes
  }

  private func readChunk(_ body: AsyncThrowingStream<[UInt8], any Error>) async {
    var pieces = body.makeAsyncIterator()
    do {
      let bytes = try await pieces.next(isolation: self)
      // After cancellation the end is irrelevant.
      guard !Task.isCancelled else { return }
      if let bytes { parse(bytes) } else { connectionLost(.offline(host: client.host, .cut)) }
    } catch {
      guard !Task.isCancelled else { return }
      connectionLost(client.failures.failure(error as? HTTPError ?? .unreachable(host: client.host, .cut)).error)
    }
  }

  private func parse(_ bytes: [UInt8]) {
    guard let elements = parser.read(bytes) else {
      return connectionLost(.requestFailed(host: client.host, reason: "An event is too long."))
    }
    for element in elements {
      switch element {
      case .event(let event):
        if let event = timelines.event(event) { pendingEvents.append(event) }
      case .retry(let seconds): minPause = min(seconds, Self.maxPause)
      case .heartbeat: break
      }
    }
  }

  private func connectionLost(_ error: TimelineError) {
    body = nil
    guard error != .cancelled else { return }
    let now = clock.now
    if !isLost { pendingEvents.append(.lost(error)) }
    isLost = true
    switch error {
    case .sessionExpired, .accountGone: hasEnded = true
    default: break
    }
    if let openedAt, now.timeIntervalSince(openedAt) >= Self.stableConnectionTime { failures = 0 }
    openedAt = nil
    let pause = max(minPause, min(Self.maxPause, Double(1 << min(failures, 6)))) * timelines.random(0.8...1.2)
    failures += 1
    notBefore = max(now.addingTimeInterval(pause), error.until ?? now)
  }
}

extension TimelineError {
  /// When the server allows the next request.
  fileprivate var until: Date? {
    switch self {
    case .rateLimited(_, let until): until
    case .maintenance(_, let until): until
    default: nil
    }
  }
}
