import Domain
import Formats
import FoundationEssentials
import Network
import Runtime

/// Writes as one account at a server that speaks Mastodon’s API.
public final class MastodonPublishing: RemotePublishing {
  /// For how long a key is trusted, in seconds: Mastodon keeps it for an hour (documentation, methods/statuses).
  private static let keyLifetime = 3_000.0
  /// What keeps keys: Mastodon, and Pleroma and Akkoma (IdempotencyPlug). Others answer the same key with a second post.
  private static let keepers: Set<String> = ["mastodon", "pleroma", "akkoma"]

  let client: MastodonClient
  let account: AccountID?

  /// - Parameters:
  ///   - client: best the one by which the account's timelines are read: what it learns of the server it asks once.
  ///   - account: whose posts they become.
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
      let abilities = try await client.abilities()
      let software = try await client.software()
      let isKeeper = software.map(Self.keepers.contains) ?? false
      let limits = abilities.limits(software: software)
      return PublishingCapabilities(
        limits: limits, canEdit: !client.known.isOff(.sources, now: now),
        canQuote: abilities.quoteParameter != nil,
        canSchedule: !client.known.isOff(.schedule, now: now)
          && !Self.publishesAtOnce.contains(software ?? abilities.software ?? ""),
        canAttach: limits.attachments > 0, canAsk: limits.pollOptions > 1,
        keyLifetime: isKeeper ? Self.keyLifetime : nil, defaultVisibility: try await defaultVisibility())
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
    } catch  where error.isRefusal && draft.visibility?.isOnlyKnownByName == true {
      // The server does not take the visibility that it has given; it has taken nothing yet.
      var narrower = draft
      narrower.visibility = .followers
      return try await sendOnce(narrower, key: key)
    }
  }

  private func sendOnce(_ draft: Draft, key: String) async throws(PublishingFailure) -> PublishedPost {
    let body = try await body(of: draft)
    do throws(ServerFailure) {
      let value = try client.value(of: try await answer(to: draft, body, key: key))
      return try published(value, of: draft)
    } catch {
      if draft.publishAt != nil, error.saysThatNothingIsScheduled {
        client.known.turnOff(.schedule, now: now)
        throw PublishingFailure(
          .refused(host: client.host, message: "This server does not publish posts later."), mayHaveArrived: false)
      }
      var reason = error.error
      // What it answers or changes; the server says no more than that something is not there.
      if error.isUnknownCall {
        reason = .unsupported(host: client.host)
      } else if let subject = draft.purpose.subject, error.isGone {
        reason = .postUnavailable(id: subject.id, reason: .deleted)
        if case .edit = draft.purpose, !error.namesMissingThing, await isThere(subject.id) {
          reason = .unsupported(host: client.host)
        }
      }
      throw PublishingFailure(reason, mayHaveArrived: error.mayHaveArrived)
    }
  }

  private func isThere(_ post: PostID) async -> Bool {
    (try? await client.get(address(ofPost: post))) != nil
  }

  private func answer(
    to draft: Draft, _ body: RequestBody, key: String
  ) async throws(ServerFailure) -> ServerResponse {
    if case .edit(let subject) = draft.purpose {
      return try await client.send(.put, address(ofPost: subject.id), body, key: key)
    }
    return try await client.send(
      .post, client.server.at("api", "v1", "statuses"), body, key: key, isRepeatable: false)
  }

  /// What takes `scheduled_at` without a word, and publishes at once: that cannot be tried (snac 2.94; Takahē,
  /// api/views/statuses.py). All others either take it or say that they do not.
  private static let publishesAtOnce: Set<String> = ["snac", "takahe"]
  /// What is known to read a post as JSON, whatever it holds. Forms are what the documentation begins with (methods/statuses)
  /// and what snac reads; Takahē finds no poll in one.
  private static let jsonReaders: Set<String> = ["mastodon", "pleroma", "akkoma", "gotosocial", "takahe"]

  private func readsJSON() async -> Bool {
    do throws(ServerFailure) {
      let named = try await client.software()
      let software = if let named { named } else { try await client.abilities().software }
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
        parameter = try await client.abilities().quoteParameter
      } catch {
        throw PublishingFailure(error.error, mayHaveArrived: false)
      }
      switch parameter {
      case "quoted_status_id": body.quotedStatusID = subject.id.rawValue
      case "quote_id": body.quoteID = subject.id.rawValue
      // It would take the post, and leave out what it is about.
      default:
        throw PublishingFailure(
          .refused(host: client.host, message: "This server knows no quotes."), mayHaveArrived: false)
      }
    }
    // A form cannot say it, nor that there are no files any more.
    if body.mediaIDs?.isEmpty == true || body.mediaAttributes != nil { return RequestBody(json: body) }
    return await readsJSON() ? RequestBody(json: body) : .form(body.form)
  }

  private func published(_ value: JSONValue, of draft: Draft) throws(ServerFailure) -> PublishedPost {
    if draft.publishAt != nil {
      if value["content"] == nil, let moment = value["scheduled_at"]?.date { return .scheduled(at: moment) }
      // It was published at once: that is not tried a second time.
      client.known.turnOff(.schedule, now: now)
    }
    guard var post = reader.entry(value) else { throw client.failures.damaged(200, expected: "a status") }
    post.assign(to: account)
    return .post(post)
  }
}

extension PublishingFailure {
  /// Whether the server has understood, and said no.
  fileprivate var isRefusal: Bool {
    if case .refused = reason { !mayHaveArrived } else { false }
  }
}

extension Visibility {
  /// Whether it is one that only some servers have.
  fileprivate var isOnlyKnownByName: Bool {
    if case .other = self { true } else { false }
  }
}

extension ServerFailure {
  /// Whether the server knows no posts for later. One that does has other words for a moment that it does not take.
  fileprivate var saysThatNothingIsScheduled: Bool {
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
    switch more.first {
    case let last?: server.at("api", "v1", things, id, last)
    case nil: server.at("api", "v1", things, id)
    }
  }
}
