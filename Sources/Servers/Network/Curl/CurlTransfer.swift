import CCurl
import Glibc

/// A request in progress in libcurl. Only used on the thread of libcurl.
final class CurlTransfer {
  let exchange: CurlExchange
  private let limit: Int
  private var pointer: OpaquePointer?
  private var head = HeadReader()
  private var body: [UInt8] = []
  private var size = 0
  /// The error if Tern ended the transfer.
  private var failure: HTTPError?
  /// Whether the host resolved to an address that is not allowed.
  private var wasBlocked = false
  private var hasTimeout = true
  /// When bytes of a stream last arrived.
  private var lastReceived = ContinuousClock.now
  private var isPaused = false
  private var comments = EventComments()
  /// The number of bytes of the upload that libcurl has read.
  private var sent = 0
  private var reportedPercent = -1

  init(_ exchange: CurlExchange, limit: Int) {
    self.exchange = exchange
    self.limit = limit
  }

  /// Starts the transfer.
  /// - Throws: `malformed` if the request is invalid; `noTransport` if libcurl could not start it.
  func start(in engine: OpaquePointer, _ settings: CurlTransport.Settings) throws(HTTPError) {
    let lines = try HeaderLines(exchange.request).lines
    let url = exchange.request.url
    var texts: [UnsafeMutablePointer<CChar>] = []
    defer { for text in texts { Glibc.free(text) } }
    func copy(_ text: String) -> UnsafePointer<CChar>? {
      guard let text = strdup(text) else { return nil }
      texts.append(text)
      return UnsafePointer(text)
    }
    let headers = lines.map(copy) + [nil]
    var request = tern_curl_request()
    request.url = copy(url.absoluteString)
    request.method = copy(exchange.request.method.rawValue)
    request.user_agent = copy(settings.userAgent)
    request.ca_file = settings.certificateFile.flatMap(copy)
    request.ca_folder = settings.certificateFolder.flatMap(copy)
    request.proxy = settings.proxy.flatMap(copy)
    let resolved = settings.resolved.map(copy) + [nil]
    if exchange.request.hostPolicy.checksResolvedAddress(of: url), url.scheme == .https {
      request.uses_own_connection = 1
      // A proxy resolves the host itself.
      if settings.usesProxy {
        request.forces_proxy = 1
      } else {
        request.on_connect = { bytes, size, context in
          CurlTransfer.at(context)?.allows(UnsafeRawBufferPointer(start: bytes, count: size)) == true ? 0 : 1
        }
      }
    }
    request.is_stream = exchange.isStream ? 1 : 0
    request.is_plain = url.scheme == .http ? 1 : 0
    request.is_repeatable = exchange.request.isRepeatable ? 1 : 0
    request.connect_milliseconds = Self.milliseconds(settings.connectTimeout)
    request.total_milliseconds = Self.milliseconds(exchange.remaining)
    request.max_body = limit
    request.idle_seconds = Int(min(max(settings.idleTime, 1), 3600))
    request.on_head_line = { bytes, _, size, context in
      CurlTransfer.at(context)?.receiveHeadLine(UnsafeRawBufferPointer(start: bytes, count: size)) == true ? size : 0
    }
    request.on_body = { bytes, _, size, context in
      CurlTransfer.at(context)?.receiveBody(UnsafeRawBufferPointer(start: bytes, count: size)) ?? 0
    }
    if let upload = exchange.request.upload {
      request.upload_size = upload.size
      request.stall_seconds = Int(min(max(settings.maxStall, 1), 3600))
      request.on_read = { bytes, one, count, context in
        CurlTransfer.at(context)?.readUpload(to: UnsafeMutableRawBufferPointer(start: bytes, count: one * count))
          ?? TERN_CURL_ABORT
      }
      request.on_rewind = { offset, context in CurlTransfer.at(context)?.rewindUpload(to: offset) == true ? 0 : 1 }
    }
    request.context = Unmanaged.passUnretained(self).toOpaque()
    pointer = headers.withUnsafeBufferPointer { headers in
      resolved.withUnsafeBufferPointer { resolved in
        exchange.request.body.withUnsafeBufferPointer { body in
          request.headers = headers.baseAddress
          request.resolved = resolved.baseAddress
          request.body = body.baseAddress
          request.body_size = body.count
          return tern_curl_start(engine, &request)
        }
      }
    }
    guard pointer != nil else {
      throw .noTransport(reason: "The system’s libcurl is too old, or there is not enough memory.")
    }
  }

  func free(from engine: OpaquePointer) {
    if let pointer { tern_curl_free(engine, pointer) }
    pointer = nil
  }

  func resume() {
    guard let pointer else { return }
    (isPaused, lastReceived) = (false, .now)
    tern_curl_resume(pointer)
  }

  /// When a stream times out unless bytes arrive; nil if never.
  var silenceEnd: ContinuousClock.Instant? {
    let maxSilence = exchange.request.maxSilence
    guard exchange.isStream, head.isComplete, !isPaused, maxSilence.isFinite else { return nil }
    return lastReceived + .seconds(min(max(maxSilence, 0), 24 * 60 * 60))
  }

  /// Removes the timeout of a stream after its head.
  func liftTimeout() {
    guard hasTimeout, exchange.isStream, head.isComplete, let pointer else { return }
    hasTimeout = false
    tern_curl_lift_timeout(pointer)
  }

  /// Reports the outcome to the caller.
  func finish(_ end: tern_curl_end) {
    if end == TERN_CURL_DONE, head.isComplete {
      exchange.complete(.success(response))
      exchange.body.end(.success(()))
    } else {
      exchange.fail(failure ?? error(end))
    }
  }
}

extension CurlTransfer {
  private static func at(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
    context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
  }

  /// At least 1, because 0 means no limit.
  private static func milliseconds(_ seconds: Double) -> Int {
    Int(min(max(seconds * 1000, 1), 24 * 60 * 60 * 1000))
  }

  private var response: HTTPResponse {
    HTTPResponse(status: head.status, headers: head.headers, body: body, url: exchange.request.url)
  }

  private func receiveHeadLine(_ line: UnsafeRawBufferPointer) -> Bool {
    guard !exchange.isCancelled else { return false }
    let wasComplete = head.isComplete
    guard head.parse(line) else {
      failure = .tooLarge(host: exchange.host, limit: HeadReader.maxBytes)
      return false
    }
    if exchange.isStream, head.isComplete, !wasComplete { exchange.complete(.success(response)) }
    return true
  }

  /// Whether connecting to an address is allowed.
  private func allows(_ address: UnsafeRawBufferPointer) -> Bool {
    let isPublic = IPAddress(address)?.isPublic ?? false
    if !isPublic { wasBlocked = true }
    return isPublic
  }

  private func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard !exchange.isCancelled else { return 0 }
    if exchange.isStream { return receiveChunk(bytes) }
    size += bytes.count
    guard size <= limit else {
      failure = .tooLarge(host: exchange.host, limit: limit)
      body = []
      return 0
    }
    body.append(contentsOf: bytes)
    return bytes.count
  }

  private func receiveChunk(_ bytes: UnsafeRawBufferPointer) -> Int {
    lastReceived = .now
    if isEventStream, comments.areOnlyComments(of: bytes) { return bytes.count }
    guard exchange.body.append(bytes) else {
      isPaused = true
      return TERN_CURL_PAUSE
    }
    comments.recordDelivered(bytes)
    return bytes.count
  }

  private var isEventStream: Bool {
    head.headers["Content-Type"]?.lowercased().hasPrefix("text/event-stream") ?? false
  }

  /// - Returns: the number of bytes read; 0 at the end.
  private func readUpload(to buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard !exchange.isCancelled, let upload = exchange.request.upload else { return TERN_CURL_ABORT }
    do {
      let count = try upload.read(at: sent, into: buffer)
      sent += count
      let percent = upload.size == 0 ? 100 : Int(Double(sent) / Double(upload.size) * 100)
      if percent > reportedPercent {
        reportedPercent = percent
        upload.progress(Double(percent) / 100)
      }
      return count
    } catch {
      failure = .fileUnreadable(error)
      return TERN_CURL_ABORT
    }
  }

  private func rewindUpload(to offset: Int) -> Bool {
    guard let upload = exchange.request.upload, (0...upload.size).contains(offset) else { return false }
    sent = offset
    return true
  }

  /// Whether any bytes of the request were sent.
  private var wasSent: Bool { pointer.map { tern_curl_sent($0) > 0 } ?? false }

  private func error(_ end: tern_curl_end) -> HTTPError {
    let host = exchange.host
    switch end {
    case TERN_CURL_REFUSED where wasBlocked, TERN_CURL_NO_ROUTE where wasBlocked: return .notPublic(host: host)
    case TERN_CURL_UNKNOWN_HOST: return .unreachable(host: host, .unknownHost)
    case TERN_CURL_REFUSED: return .unreachable(host: host, concernsProxy ? .proxy : .refused)
    case TERN_CURL_NO_ROUTE: return .unreachable(host: host, concernsProxy ? .proxy : .noRoute)
    case TERN_CURL_CUT: return .unreachable(host: host, wasSent ? .cut : .handshakeFailed)
    case TERN_CURL_NO_TLS: return .unreachable(host: host, .noTLS)
    case TERN_CURL_PROXY: return .unreachable(host: host, .proxy)
    case TERN_CURL_TIMED_OUT: return exchange.timedOut(wasSent: wasSent)
    case TERN_CURL_UNTRUSTED: return .untrusted(host: host, reason: message)
    case TERN_CURL_TOO_LARGE: return .tooLarge(host: host, limit: limit)
    case TERN_CURL_STOPPED: return .cancelled
    default: return .malformed(host: host, reason: message)
    }
  }

  /// libcurl's message names the host that was not reached.
  private var concernsProxy: Bool {
    !message.lowercased().contains(exchange.host.filter { !["[", "]"].contains($0) })
  }

  /// libcurl's message in one short line.
  private var message: String {
    guard let pointer, let message = tern_curl_message(pointer) else { return "" }
    var text = String(cString: message).unicodeScalars.prefix(200)
      .reduce(into: "") { $0.unicodeScalars.append($1.properties.generalCategory == .control ? " " : $1) }
    for prefix in ["SSL certificate problem: ", "SSL: "] where text.hasPrefix(prefix) {
      text.removeFirst(prefix.count)
    }
    return text
  }
}
