import Domain
import Formats
import FoundationEssentials
import Network
import Runtime

/// Publishing as an account at a server with Mastodon’s API.
public final class MastodonPublishing: RemotePublishing {
  /// In seconds. Mastodon stores idempotency keys for an hour (documentation, methods/statuses).
  private static let keyLifetime = 3_000.0
  /// Software that supports idempotency keys: Mastodon, and Pleroma and Akkoma (IdempotencyPlug). Others publish a
  /// second post for the same key.
  private static let idempotencySupporters: Set<String> = ["mastodon", "pleroma", "akkoma"]

  let client: MastodonClient
  let account: AccountID?

  /// - Parameters:
  ///   - client: ideally the client that loads the account's timelines, so that capabilities are requested once.
  ///   - account: the account to assign posts to.
  public init(client: MastodonClient, account: AccountID?) {
    self.client = client
    self.account = account
  }

  var now: Date { client.clock.now }

  var reader: MastodonStatusReader { MastodonStatusReader(host: client.host) }

  func address(ofPost id: PostID, _ more: String...) -> HTTPAddress {
    client.address(ofPost: id, more)
  }
}

extension MastodonPublishing {
  public func publishingCapabilities() async throws(TimelineError) -> PublishingCapabilities {
    do throws(ServerFailure) {
      let capabilities = try await client.capabilities()
      let software = try await client.software()
      let supportsIdempotency = software.map(Self.idempotencySupporters.contains) ?? false
      let limits = capabilities.limits(software: software)
      let defaults = try await postDefaults()
      return PublishingCapabilities(
        limits: limits, canEdit: !client.capabilityCache.isUnsupported(.sources, now: now),
        canQuote: capabilities.quoteParameter != nil, canSetQuotePolicy: capabilities.supportsQuotePolicies,
        canSchedule: !client.capabilityCache.isUnsupported(.schedule, now: now)
          && !Self.scheduleIgnorers.contains(software ?? capabilities.software ?? ""),
        canAttach: limits.attachments > 0, canAddPoll: limits.pollOptions > 1,
        keyLifetime: supportsIdempotency ? Self.keyLifetime : nil, defaultVisibility: defaults.visibility,
        defaultQuotePolicy: defaults.quotePolicy)
    } catch {
      throw error.error
    }
  }

  public func publish(_ draft: Draft, key: String) async throws(TimelineError) -> PublishedPost {
    do throws(PublishingFailure) {
      return try await send(draft, key: key)
    } catch {
      throw error.reason
    }
  }

  public func send(_ draft: Draft, key: String) async throws(PublishingFailure) -> PublishedPost {
    do throws(PublishingFailure) {
      return try await sendOnce(draft, key: key)
    } catch  where error.isRefusal && draft.visibility?.isServerSpecific == true {
      // The server refuses the visibility that it returned; nothing was published yet.
      var narrower = draft
      narrower.visibility = .followers
      return try await sendOnce(narrower, key: key)
    }
  }

  private func sendOnce(_ draft: Draft, key: String) async throws(PublishingFailure) -> PublishedPost {
    let body = try await body(of: draft)
    do throws(ServerFailure) {
      let value = try client.value(of: try await submit(draft, body, key: key))
      return try published(value, of: draft)
    } catch {
      if draft.publishAt != nil, error.refusesScheduling {
        client.capabilityCache.markUnsupported(.schedule, now: now)
        throw PublishingFailure(
          .refused(host: client.host, message: "This server can’t schedule posts."), mayHaveArrived: false)
      }
      var reason = error.error
      // The post replied to or edited: the server only says that something is missing.
      if error.isUnsupportedMethod {
        reason = .unsupported(host: client.host)
      } else if let subject = draft.purpose.subject, error.isNotFound {
        reason = .postUnavailable(id: subject.id, reason: .deleted)
        if case .edit = draft.purpose, !error.namesMissingResource, await exists(subject.id) {
          reason = .unsupported(host: client.host)
        }
      }
      throw PublishingFailure(reason, mayHaveArrived: error.mayHaveArrived)
    }
  }

  private func exists(_ post: PostID) async -> Bool {
    (try? await client.get(address(ofPost: post))) != nil
  }

  private func submit(
    _ draft: Draft, _ body: RequestBody, key: String
  ) async throws(ServerFailure) -> ServerResponse {
    if case .edit(let subject) = draft.purpose {
      return try await client.send(.put, address(ofPost: subject.id), body, key: key)
    }
    return try await client.send(
      .post, client.server.at("api", "v1", "statuses"), body, key: key, isRepeatable: false)
  }

  /// Software that ignores `scheduled_at` and publishes immediately, which cannot be tried (snac 2.94; Takahē,
  /// api/views/statuses.py). All others support or refuse it.
  private static let scheduleIgnorers: Set<String> = ["snac", "takahe"]
  /// Software known to accept posts as JSON, whatever they contain. Forms are the documented default (methods/statuses)
  /// and what snac reads; Takahē finds no poll in a form.
  private static let jsonReaders: Set<String> = ["mastodon", "pleroma", "akkoma", "gotosocial", "takahe"]

  private func readsJSON() async -> Bool {
    do throws(ServerFailure) {
      let named = try await client.software()
      let software = if let named { named } else { try await client.capabilities().software }
      return software.map(Self.jsonReaders.contains) ?? false
    } catch {
      return false
    }
  }

  private func body(of draft: Draft) async throws(PublishingFailure) -> RequestBody {
    var body = StatusBody(draft)
    if case .quote(let subject) = draft.purpose {
      let parameter: String?
      do throws(ServerFailure) {
        parameter = try await client.capabilities().quoteParameter
      } catch {
        throw PublishingFailure(error.error, mayHaveArrived: false)
      }
      switch parameter {
      case "quoted_status_id": body.quotedStatusID = subject.id.rawValue
      case "quote_id": body.quoteID = subject.id.rawValue
      // The server would publish the post without the quote.
      default:
        throw PublishingFailure(
          .refused(host: client.host, message: "This server doesn’t support quotes."), mayHaveArrived: false)
      }
    }
    // A form cannot express these attributes, nor an empty list.
    if body.mediaIDs?.isEmpty == true || body.mediaAttributes != nil { return RequestBody(json: body) }
    return await readsJSON() ? RequestBody(json: body) : .form(body.form)
  }

  private func published(_ value: JSONValue, of draft: Draft) throws(ServerFailure) -> PublishedPost {
    if draft.publishAt != nil {
      if value["content"] == nil, let moment = value["scheduled_at"]?.date { return .scheduled(at: moment) }
      // It was published immediately: scheduling is not tried again.
      client.capabilityCache.markUnsupported(.schedule, now: now)
    }
    guard var post = reader.entry(value) else { throw client.failures.unexpectedResponse(200, expected: "a status") }
    post.assign(to: account)
    return .post(post)
  }
}

extension PublishingFailure {
  /// Whether the server has refused the post.
  fileprivate var isRefusal: Bool {
    if case .refused = reason { !mayHaveArrived } else { false }
  }
}

extension Visibility {
  /// Whether only some servers have this visibility.
  fileprivate var isServerSpecific: Bool {
    if case .other = self { true } else { false }
  }
}

extension ServerFailure {
  /// Whether the server does not support scheduling. One that does refuses a date in other words.
  fileprivate var refusesScheduling: Bool {
    if status == 501 || status == 405 { return true }
    guard let status, 400..<500 ~= status, case .refused(_, let message) = error else { return false }
    let words = message.lowercased()
    return words.contains("schedul")
      && ["not implemented", "not yet implemented", "not supported", "unsupported", "isn't implemented"]
        .contains { words.contains($0) }
  }
}

extension MastodonClient {
  func address(ofPost id: PostID, _ more: [String] = []) -> HTTPAddress {
    address("statuses", id.rawValue, more)
  }

  func address(_ things: String, _ id: String, _ more: [String] = []) -> HTTPAddress {
    server.at(["api", "v1", things, id] + more)
  }
}
