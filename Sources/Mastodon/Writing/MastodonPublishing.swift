import Domain
import Formats
import FoundationEssentials
import Network
import Runtime
import Synchronization

/// Writes as one account at a server that speaks Mastodon’s API.
public final class MastodonPublishing: RemotePublishing {
  /// For how long a key is trusted, in seconds: Mastodon keeps it for an hour (documentation, methods/statuses).
  private static let keyLifetime = 3_000.0
  /// What keeps keys, and takes posts for later: Mastodon, and Pleroma and Akkoma (IdempotencyPlug). Others answer the
  /// same key with a second post.
  private static let keepers: Set<String> = ["mastodon", "pleroma", "akkoma"]

  let client: MastodonClient
  let account: AccountID?
  /// What the server calls the account, once it has been asked.
  let ownID = Mutex<String?>(nil)

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
      return PublishingCapabilities(
        limits: abilities.limits, canEdit: !client.known.isOff(.sources, now: now),
        canQuote: abilities.quoteParameter != nil, canSchedule: isKeeper || abilities.apiVersion != nil,
        canAttach: abilities.limits.attachments > 0, canAsk: abilities.limits.pollOptions > 1,
        keyLifetime: isKeeper ? Self.keyLifetime : nil)
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
    let body = try await body(of: draft)
    do throws(ServerFailure) {
      let value = try client.value(of: try await answer(to: draft, body, key: key))
      return try published(value, of: draft)
    } catch {
      var reason = error.error
      // What it answers or changes; the server says no more than that something is not there.
      if let subject = draft.purpose.subject, error.status == 404 || error.status == 410 {
        reason = .postUnavailable(id: subject.id, reason: .deleted)
      }
      throw PublishingFailure(reason, mayHaveArrived: error.mayHaveArrived)
    }
  }

  private func answer(
    to draft: Draft, _ body: RequestBody, key: String
  ) async throws(ServerFailure) -> ServerAnswer {
    if case .edit(let subject) = draft.purpose {
      return try await client.send(.put, address(ofPost: subject.id), body, key: key)
    }
    return try await client.send(
      .post, client.server.at("api", "v1", "statuses"), body, key: key, isRepeatable: false)
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
    return RequestBody(json: body)
  }

  private func published(_ value: JSONValue, of draft: Draft) throws(ServerFailure) -> PublishedPost {
    if draft.publishAt != nil, value["content"] == nil, let moment = value["scheduled_at"]?.date {
      return .scheduled(at: moment)
    }
    guard var post = reader.entry(value) else { throw client.failures.damaged(200, expected: "a status") }
    post.assign(to: account)
    return .post(post)
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
