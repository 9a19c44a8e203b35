import Domain
import FoundationEssentials
import Network
import Runtime

extension MastodonPublishing {
  public func upload(
    _ media: DraftMedia, progress: @escaping @Sendable (Double) -> Void
  ) async throws(TimelineError) -> String {
    do throws(ServerFailure) {
      if let id = media.remoteID, try await isDescribed(media, id) { return id }
      let file = try open(media)
      try await check(file)
      let (id, isReady) = try await send(file, media, progress)
      guard file.isUnchanged else {
        throw ServerFailure(error: TimelineError(Self.changed(media)), mayHaveArrived: false)
      }
      if !isReady { try await waitUntilReady(id) }
      return id
    } catch {
      throw error.error
    }
  }

  /// Updates the description and the focal point of an uploaded file.
  /// - Returns: whether the upload exists. Files of a published post cannot be found in this way; their descriptions
  ///   are sent with the post.
  private func isDescribed(_ media: DraftMedia, _ id: String) async throws(ServerFailure) -> Bool {
    // Files of a published post have no known description; those of a scheduled one do.
    guard !media.path.isEmpty || media.uploadedDescription != nil else { return true }
    let focus = media.focus.map { [HTTPAddress.QueryItem("focus", $0.coordinates)] } ?? []
    let form = FormBody([.init("description", media.description.unescapingControls)] + focus)
    do throws(ServerFailure) {
      _ = try await client.send(.put, client.address("media", id), .form(form))
      return true
    } catch  where error.status == 404 || error.status == 410 {
      return false
    }
  }

  /// Opens the file that was chosen.
  private func open(_ media: DraftMedia) throws(ServerFailure) -> UploadFile {
    do throws(UploadFileError) {
      let file = try UploadFile(path: media.path)
      if let version = media.version, version != file.version { throw Self.changed(media) }
      return file
    } catch {
      throw ServerFailure(error: TimelineError(error), mayHaveArrived: false)
    }
  }

  private static func changed(_ media: DraftMedia) -> UploadFileError {
    UploadFileError(
      path: media.path, reason: "It was changed after you chose it. Remove it and add it again.")
  }

  /// Refuses files that exceed the server's limits before uploading.
  private func check(_ file: UploadFile) async throws(ServerFailure) {
    let limits = try await client.capabilities().limits
    guard file.size > 0 else { throw refusal("The file is empty.") }
    guard let limit = MediaKind(path: file.path).limit(limits), file.size > limit else { return }
    throw refusal("The file is too large: \(Self.size(file.size)). The server’s limit is \(Self.size(limit)).")
  }

  private func refusal(_ message: String) -> ServerFailure {
    ServerFailure(error: .refused(host: client.host, message: message), mayHaveArrived: false)
  }

  /// Rounded up, so that it never equals the limit.
  private static func size(_ bytes: Int) -> String {
    guard bytes >= 1 << 20 else { return "\(bytes) bytes" }
    let tenths = (Double(bytes) / 1_048_576 * 10).rounded(.up)
    return "\(Int(tenths) / 10).\(Int(tenths) % 10) MiB"
  }
}

extension MastodonPublishing {
  private typealias Upload = (id: String, isReady: Bool)

  private func send(
    _ file: UploadFile, _ media: DraftMedia, _ progress: @escaping @Sendable (Double) -> Void
  ) async throws(ServerFailure) -> Upload {
    guard !client.capabilityCache.isUnsupported(.mediaInBackground, now: now) else {
      return try await send("v1", file, media, progress)
    }
    do throws(ServerFailure) {
      return try await send("v2", file, media, progress)
    } catch  where error.isUnknownEndpoint {
      client.capabilityCache.markUnsupported(.mediaInBackground, now: now)
      return try await send("v1", file, media, progress)
    }
  }

  private func send(
    _ version: String, _ file: UploadFile, _ media: DraftMedia, _ progress: @escaping @Sendable (Double) -> Void
  ) async throws(ServerFailure) -> Upload {
    var form = MultipartForm(boundary: "tern-" + UUID().uuidString)
    if !media.description.isEmpty { form.add("description", media.description.unescapingControls) }
    if let focus = media.focus { form.add("focus", focus.coordinates) }
    let kind = MediaKind(path: file.path)
    // The local file name is private. Besides, snac overwrites files of the same name.
    let upload = form.upload(
      file, as: "file", fileName: "\(UUID().uuidString).\(kind.fileExtension)", type: kind.type, progress: progress)
    // Generous: the transfer is cancelled if it stalls.
    let timeout = max(600, Double(file.size) / 1_000)
    let response = try await client.send(
      .post, client.server.at("api", version, "media"), .upload(upload, type: form.contentType), isRepeatable: false,
      timeout: timeout)
    guard let id = try client.value(of: response)["id"]?.text else {
      throw client.failures.unexpectedResponse(response.status, expected: "a file’s id")
    }
    return (id, response.status != 202)
  }

  private static let firstPause = 1.0
  private static let maxPause = 15.0
  /// In seconds. Enough to process a video of an hour.
  private static let maxWait = 900.0

  /// Waits for background processing of video and audio (documentation, methods/media).
  private func waitUntilReady(_ id: String) async throws(ServerFailure) {
    let start = now
    var pause = Self.firstPause
    var failures = 0
    while true {
      guard (try? await client.clock.sleep(seconds: pause)) != nil else { throw ServerFailure(error: .cancelled) }
      pause = min(pause * 1.5, Self.maxPause)
      do throws(ServerFailure) {
        let response = try await client.get(client.address("media", id))
        if response.status != 206 { return }
        failures = 0
      } catch  where error.isUnknownEndpoint {
        // The status is not available; if the file was deleted, the post will be refused.
        return
      } catch  where error.isTransient && failures < 3 {
        failures += 1
      }
      let waited = now.timeIntervalSince(start)
      guard waited < Self.maxWait else {
        throw ServerFailure(error: .timedOut(host: client.host, seconds: Int(waited)))
      }
    }
  }
}

extension ServerFailure {
  /// Whether the same request may succeed a little later.
  fileprivate var isTransient: Bool {
    switch error {
    case .offline, .timedOut, .serverError, .maintenance: true
    default: false
    }
  }
}
