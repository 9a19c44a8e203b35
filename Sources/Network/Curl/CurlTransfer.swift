import CCurl
import Glibc

/// One request while libcurl makes it. It lives on the thread of libcurl.
final class CurlTransfer {
  let exchange: CurlExchange
  private let limit: Int
  private var pointer: OpaquePointer?
  private var head = HeadReader()
  private var body: [UInt8] = []
  private var size = 0
  /// Why we have ended it ourselves.
  private var failure: HTTPError?
  /// Whether its name has led to where it may not go.
  private var wasRefused = false
  private var hasTimeout = true
  /// When something of a stream has come last.
  private var heardAt = ContinuousClock.now
  private var isPaused = false
  private var comments = EventComments()
  /// How much of the upload libcurl has taken.
  private var sent = 0
  private var toldPercent = -1

  init(_ exchange: CurlExchange, limit: Int) {
    self.exchange = exchange
    self.limit = limit
  }

  /// - Throws: where the request cannot be sent as it is.
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
    if exchange.request.reach.checksPlace(of: url), url.scheme == .https {
      request.is_apart = 1
      // Where a proxy is asked, it is the proxy that knows where names lead.
      if settings.usesProxy {
        request.is_by_proxy = 1
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
    request.longest_body = limit
    request.idle_seconds = Int(min(max(settings.idleTime, 1), 3600))
    request.on_head_line = { bytes, _, size, context in
      CurlTransfer.at(context)?.takeHeadLine(UnsafeRawBufferPointer(start: bytes, count: size)) == true ? size : 0
    }
    request.on_body = { bytes, _, size, context in
      CurlTransfer.at(context)?.takeBody(UnsafeRawBufferPointer(start: bytes, count: size)) ?? 0
    }
    if let upload = exchange.request.upload {
      request.upload_size = upload.size
      request.stall_seconds = Int(min(max(settings.longestStall, 1), 3600))
      request.on_read = { bytes, one, count, context in
        CurlTransfer.at(context)?.giveUpload(to: UnsafeMutableRawBufferPointer(start: bytes, count: one * count))
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
      throw .noTransport(reason: "The libcurl of this system lacks what Tern needs, or there is no memory left.")
    }
  }

  func free(from engine: OpaquePointer) {
    if let pointer { tern_curl_free(engine, pointer) }
    pointer = nil
  }

  func resume() {
    guard let pointer else { return }
    (isPaused, heardAt) = (false, .now)
    tern_curl_resume(pointer)
  }

  /// When a stream has been silent for too long, unless something comes before; nil where that is never.
  var silenceEnd: ContinuousClock.Instant? {
    let longest = exchange.request.longestSilence
    guard exchange.isStream, head.isComplete, !isPaused, longest.isFinite else { return nil }
    return heardAt + .seconds(min(max(longest, 0), 24 * 60 * 60))
  }

  /// A stream whose head is there may take as long as it likes.
  func liftTimeout() {
    guard hasTimeout, exchange.isStream, head.isComplete, let pointer else { return }
    hasTimeout = false
    tern_curl_lift_timeout(pointer)
  }

  /// Tells the one who waits.
  func finish(_ end: tern_curl_end) {
    if end == TERN_CURL_DONE, head.isComplete {
      exchange.settle(.success(answer))
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

  /// 0 would be no limit at all.
  private static func milliseconds(_ seconds: Double) -> Int {
    Int(min(max(seconds * 1000, 1), 24 * 60 * 60 * 1000))
  }

  private var answer: HTTPResponse {
    HTTPResponse(status: head.status, headers: head.headers, body: body, url: exchange.request.url)
  }

  private func takeHeadLine(_ line: UnsafeRawBufferPointer) -> Bool {
    guard !exchange.isCancelled else { return false }
    let wasComplete = head.isComplete
    guard head.take(line) else {
      failure = .tooLarge(host: exchange.host, limit: HeadReader.longest)
      return false
    }
    if exchange.isStream, head.isComplete, !wasComplete { exchange.settle(.success(answer)) }
    return true
  }

  /// Whether a connection may be made there.
  private func allows(_ address: UnsafeRawBufferPointer) -> Bool {
    let isPublic = IPAddress(address)?.isPublic ?? false
    if !isPublic { wasRefused = true }
    return isPublic
  }

  private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard !exchange.isCancelled else { return 0 }
    if exchange.isStream { return takePiece(bytes) }
    size += bytes.count
    guard size <= limit else {
      failure = .tooLarge(host: exchange.host, limit: limit)
      body = []
      return 0
    }
    body.append(contentsOf: bytes)
    return bytes.count
  }

  private func takePiece(_ bytes: UnsafeRawBufferPointer) -> Int {
    heardAt = .now
    if isOfEvents, comments.areAll(of: bytes) { return bytes.count }
    guard exchange.body.append(bytes) else {
      isPaused = true
      return TERN_CURL_PAUSE
    }
    comments.pass(bytes)
    return bytes.count
  }

  private var isOfEvents: Bool {
    head.headers["Content-Type"]?.lowercased().hasPrefix("text/event-stream") ?? false
  }

  /// - Returns: how many bytes of the body follow; 0 at its end.
  private func giveUpload(to buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard !exchange.isCancelled, let upload = exchange.request.upload else { return TERN_CURL_ABORT }
    do {
      let count = try upload.read(at: sent, into: buffer)
      sent += count
      let percent = upload.size == 0 ? 100 : Int(Double(sent) / Double(upload.size) * 100)
      if percent > toldPercent {
        toldPercent = percent
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

  /// Whether anything of the request has gone to a socket.
  private var wasSent: Bool { pointer.map { tern_curl_sent($0) > 0 } ?? false }

  private func error(_ end: tern_curl_end) -> HTTPError {
    let host = exchange.host
    switch end {
    case TERN_CURL_REFUSED where wasRefused, TERN_CURL_NO_ROUTE where wasRefused: return .notPublic(host: host)
    case TERN_CURL_UNKNOWN_HOST: return .unreachable(host: host, .unknownHost)
    case TERN_CURL_REFUSED: return .unreachable(host: host, isOfProxy ? .proxy : .refused)
    case TERN_CURL_NO_ROUTE: return .unreachable(host: host, isOfProxy ? .proxy : .noRoute)
    case TERN_CURL_CUT: return .unreachable(host: host, wasSent ? .cut : .brokenOff)
    case TERN_CURL_NO_TLS: return .unreachable(host: host, .noTLS)
    case TERN_CURL_PROXY: return .unreachable(host: host, .proxy)
    case TERN_CURL_TIMED_OUT: return exchange.timedOut(wasSent: wasSent)
    case TERN_CURL_UNTRUSTED: return .untrusted(host: host, reason: words)
    case TERN_CURL_TOO_LARGE: return .tooLarge(host: host, limit: limit)
    case TERN_CURL_STOPPED: return .cancelled
    default: return .malformed(host: host, reason: words)
    }
  }

  /// libcurl names the host that it did not reach.
  private var isOfProxy: Bool {
    !words.lowercased().contains(exchange.host.filter { !["[", "]"].contains($0) })
  }

  /// What libcurl says, in one short line.
  private var words: String {
    guard let pointer, let words = tern_curl_words(pointer) else { return "" }
    var text = String(cString: words).unicodeScalars.prefix(200)
      .reduce(into: "") { $0.unicodeScalars.append($1.properties.generalCategory == .control ? " " : $1) }
    for prefix in ["SSL certificate problem: ", "SSL: "] where text.hasPrefix(prefix) {
      text.removeFirst(prefix.count)
    }
    return text
  }
}
