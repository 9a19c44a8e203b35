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
      let (id, isReady) = try await sent(file, media, progress)
      if !isReady { try await waitUntilReady(id) }
      return id
    } catch {
      throw error.error
    }
  }

  /// Says of a file that is there already what it shows.
  /// - Returns: whether it is there. What belongs to a post cannot be found in this way, and is described with the post.
  private func isDescribed(_ media: DraftMedia, _ id: String) async throws(ServerFailure) -> Bool {
    guard !media.path.isEmpty else { return true }
    let form = FormBody([.init("description", media.description.unescapingControls)])
    do throws(ServerFailure) {
      _ = try await client.send(.put, client.address("media", id), .form(form))
      return true
    } catch  where error.status == 404 || error.status == 410 {
      return false
    }
  }

  private func open(_ media: DraftMedia) throws(ServerFailure) -> UploadFile {
    do throws(UploadFileError) {
      return try UploadFile(path: media.path)
    } catch {
      throw ServerFailure(error: TimelineError(error), mayHaveArrived: false)
    }
  }

  /// What is too large is not sent first and refused then.
  private func check(_ file: UploadFile) async throws(ServerFailure) {
    let limits = try await client.abilities().limits
    guard file.size > 0 else { throw refusal("The file is empty.") }
    guard let limit = MediaKind(path: file.path).limit(limits), file.size > limit else { return }
    throw refusal("The file has \(Self.size(file.size)), and the server takes \(Self.size(limit)) at most.")
  }

  private func refusal(_ words: String) -> ServerFailure {
    ServerFailure(error: .refused(host: client.host, message: words), mayHaveArrived: false)
  }

  /// Never rounded to what would be the same as the limit.
  private static func size(_ bytes: Int) -> String {
    guard bytes >= 1 << 20 else { return "\(bytes) bytes" }
    let tenths = (Double(bytes) / 1_048_576 * 10).rounded(.up)
    return "\(Int(tenths) / 10).\(Int(tenths) % 10) MiB"
  }
}

extension MastodonPublishing {
  private typealias Sent = (id: String, isReady: Bool)

  private func sent(
    _ file: UploadFile, _ media: DraftMedia, _ progress: @escaping @Sendable (Double) -> Void
  ) async throws(ServerFailure) -> Sent {
    guard !client.known.isOff(.mediaInBackground, now: now) else { return try await sent("v1", file, media, progress) }
    do throws(ServerFailure) {
      return try await sent("v2", file, media, progress)
    } catch  where error.isUnknownQuestion {
      client.known.turnOff(.mediaInBackground, now: now)
      return try await sent("v1", file, media, progress)
    }
  }

  private func sent(
    _ version: String, _ file: UploadFile, _ media: DraftMedia, _ progress: @escaping @Sendable (Double) -> Void
  ) async throws(ServerFailure) -> Sent {
    var form = MultipartForm(boundary: "tern-" + UUID().uuidString)
    if !media.description.isEmpty { form.add("description", media.description.unescapingControls) }
    let kind = MediaKind(path: file.path)
    // What the file is called at home is nobody's business; and snac puts a file in the place of one of the same name.
    let upload = form.upload(
      file, as: "file", fileName: "\(UUID().uuidString).\(kind.ending)", type: kind.type, progress: progress)
    // As long as something moves it may take its time.
    let timeout = max(600, Double(file.size) / 1_000)
    let answer = try await client.send(
      .post, client.server.at("api", version, "media"), .upload(upload, type: form.contentType), isRepeatable: false,
      timeout: timeout)
    guard let id = try client.value(of: answer)["id"]?.text else {
      throw client.failures.damaged(answer.status, expected: "a file’s id")
    }
    return (id, answer.status != 202)
  }

  private static let firstPause = 1.0
  private static let longestPause = 15.0
  /// In seconds. Films of an hour are done by then.
  private static let longestWait = 900.0

  /// A server makes films and sounds ready in the background (documentation, methods/media).
  private func waitUntilReady(_ id: String) async throws(ServerFailure) {
    let start = now
    var pause = Self.firstPause
    var failures = 0
    while true {
      guard (try? await client.clock.sleep(seconds: pause)) != nil else { throw ServerFailure(error: .cancelled) }
      pause = min(pause * 1.5, Self.longestPause)
      do throws(ServerFailure) {
        let answer = try await client.get(client.address("media", id))
        if answer.status != 206 { return }
        failures = 0
      } catch  where error.isUnknownQuestion {
        // It does not tell; where the file is gone, the post is refused.
        return
      } catch  where error.isPassing && failures < 3 {
        failures += 1
      }
      let waited = now.timeIntervalSince(start)
      guard waited < Self.longestWait else {
        throw ServerFailure(error: .timedOut(host: client.host, seconds: Int(waited)))
      }
    }
  }
}

extension ServerFailure {
  /// Whether the same question may be answered a little later.
  fileprivate var isPassing: Bool {
    switch error {
    case .offline, .timedOut, .serverError, .maintenance: true
    default: false
    }
  }
}
