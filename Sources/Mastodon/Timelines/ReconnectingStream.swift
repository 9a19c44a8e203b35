import Domain
import FoundationEssentials
import Network
import Runtime

/// Keeps a server's stream open for as long as somebody takes from it, and opens it again where it breaks.
actor ReconnectingStream {
  /// A server says something each 15 seconds, if only that it is there.
  static let longestSilence = 45.0
  private static let longestPause = 60.0
  /// How much is read of an answer that says no, in bytes.
  private static let longestRefusal = 16_384
  /// What has held for so long is a good connection, and the next pause is the first one again.
  private static let goodConnection = 30.0

  private let timelines: MastodonTimelines
  private var body: AsyncThrowingStream<[UInt8], any Error>?
  private var parser = EventStreamParser()
  private var waiting: ArraySlice<RemoteEvent> = []
  private var hasEnded = false
  private var isLost = false
  private var breaks = 0
  private var openedAt: Date?
  private var notBefore: Date?
  /// In seconds, where the server wants one.
  private var shortestPause = 0.0

  init(_ timelines: MastodonTimelines) {
    self.timelines = timelines
  }

  /// nil once nothing can come any more, or nobody waits.
  func next() async -> RemoteEvent? {
    while !Task.isCancelled {
      if let event = waiting.popFirst() { return event }
      if hasEnded { return nil }
      if let body { await hear(body) } else { await open() }
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
      // What lies further ahead was noted by a clock that has been set back since.
      if pause > 0, pause <= RetryMoment.longest, (try? await clock.sleep(seconds: pause)) == nil { return }
    }
    do throws(TimelineError) {
      guard let address = try await address() else { return hasEnded = true }
      var request = HTTPRequest(.get, address, headers: ["Accept": "text/event-stream"], token: client.token)
      request.longestSilence = Self.longestSilence
      let stream = try await stream(request)
      guard let stream else { return hasEnded = true }
      body = stream.body
      parser = EventStreamParser()
      openedAt = clock.now
      isLost = false
      waiting.append(.connected)
    } catch {
      lose(error)
    }
  }

  /// nil where the server tells nobody.
  private func address() async throws(TimelineError) -> HTTPAddress? {
    guard !timelines.known.isOff(.stream, now: clock.now) else { return nil }
    let streaming = try await timelines.abilities().streaming
    // No server has its stream on the reader's machine or in its network, unless it is there itself.
    guard let streaming, HostPolicy.publicNetwork(but: client.server).allows(streaming) else { return nil }
    return streaming.at("api", "v1", "streaming", "user")
  }

  /// nil where the server does not stream in this way.
  private func stream(_ request: HTTPRequest) async throws(TimelineError) -> HTTPStream? {
    let stream: HTTPStream
    do throws(HTTPError) {
      stream = try await client.transport.stream(request)
    } catch {
      throw client.failures.failure(error).error
    }
    let head = stream.head
    let isStream = head.headers["Content-Type"]?.lowercased().hasPrefix("text/event-stream") ?? false
    switch head.status {
    case 200..<300 where isStream: return stream
    // Sockets are spoken there, or nothing is.
    case 200..<300, 404, 405, 406, 426, 501:
      timelines.known.turnOff(.stream, now: clock.now)
      return nil
    default:
      let now = clock.now
      var response = head
      if SessionEnd.statuses.contains(head.status) { response.body = await Self.beginning(of: stream.body) }
      let failure = client.failures.failure(
        response, until: RetryMoment.of(head, now: now), pause: now.addingTimeInterval(60))
      guard head.status == 400, !failure.endsSession else { throw failure.error }
      timelines.known.turnOff(.stream, now: clock.now)
      return nil
    }
  }

  /// What an answer that says no holds: some servers say only there that the session has ended.
  private static func beginning(of body: AsyncThrowingStream<[UInt8], any Error>) async -> [UInt8] {
    var bytes: [UInt8] = []
    do {
      for try await piece in body {
        bytes += piece
        if bytes.count >= longestRefusal { break }
      }
    } catch {
      // What has come is all there is.
    }
    return bytes
  }

  private func hear(_ body: AsyncThrowingStream<[UInt8], any Error>) async {
    var pieces = body.makeAsyncIterator()
    do {
      let bytes = try await pieces.next(isolation: self)
      // Where nobody waits any more, an end says nothing.
      guard !Task.isCancelled else { return }
      if let bytes { take(bytes) } else { lose(.offline(host: client.host, .cut)) }
    } catch {
      guard !Task.isCancelled else { return }
      lose(client.failures.failure(error as? HTTPError ?? .unreachable(host: client.host, .cut)).error)
    }
  }

  private func take(_ bytes: [UInt8]) {
    guard let elements = parser.read(bytes) else {
      return lose(.serverError(host: client.host, message: "An event has no end."))
    }
    for element in elements {
      switch element {
      case .event(let event):
        if let event = timelines.event(event) { waiting.append(event) }
      case .retry(let seconds): shortestPause = min(seconds, Self.longestPause)
      case .heartbeat: break
      }
    }
  }

  private func lose(_ error: TimelineError) {
    body = nil
    guard error != .cancelled else { return }
    let now = clock.now
    if !isLost { waiting.append(.lost(error)) }
    isLost = true
    switch error {
    case .sessionExpired, .accountGone: hasEnded = true
    default: break
    }
    if let openedAt, now.timeIntervalSince(openedAt) >= Self.goodConnection { breaks = 0 }
    openedAt = nil
    let pause = max(shortestPause, min(Self.longestPause, Double(1 << min(breaks, 6)))) * timelines.random(0.8...1.2)
    breaks += 1
    notBefore = max(now.addingTimeInterval(pause), error.until ?? now)
  }
}

extension TimelineError {
  /// When its host wants to be asked again.
  fileprivate var until: Date? {
    switch self {
    case .rateLimited(_, let until): until
    case .maintenance(_, let until): until
    default: nil
    }
  }
}
