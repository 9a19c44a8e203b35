import Domain
import Formats
import Network

/// Notifications that the server holds back, and the policy by which it does (documentation, methods/notifications).
extension MastodonTimelines {
  private static let pageSize = 40

  /// Requests nothing from servers before Mastodon 4.3.
  /// - Returns: nil if the server holds back no notifications, or refuses access with this token.
  public func heldNotifications() async throws(TimelineError) -> HeldNotifications? {
    guard try await capabilities().holdsNotifications else { return nil }
    do throws(ServerFailure) {
      let response = try await client.get(
        client.server.at(
          "api", "v1", "notifications", "requests", query: [.init("limit", String(Self.pageSize))]),
        of: .heldNotifications)
      let reader = reader
      let requests = try client.value(of: response).elements.prefix(4 * Self.pageSize).compactMap {
        request($0, reader)
      }
      return HeldNotifications(requests, hasMore: requests.count >= Self.pageSize && PageLinks(response).next != nil)
    } catch  where error.isUnknownEndpoint || error.isRefusedEndpoint {
      return nil
    } catch {
      throw error.error
    }
  }

  public func notifications(in request: NotificationRequest) async throws(TimelineError) -> [Post] {
    guard let id = request.profile.id else { return request.lastPost.map { [$0] } ?? [] }
    let query: [HTTPAddress.QueryItem] = [
      .init("account_id", id), .init("include_filtered", "true"), .init("limit", String(Self.pageSize)),
    ]
    let notifications = MastodonNotificationReader(statuses: reader)
    let value = try await withTimelineError { () throws(ServerFailure) in
      try await client.value(at: client.server.at("api", "v1", "notifications", query: query))
    }
    return value.elements.prefix(4 * Self.pageSize).compactMap(notifications.entry).map { entry in
      var entry = entry
      entry.assign(to: account)
      return entry
    }
  }

  public func accept(_ request: NotificationRequest) async throws(TimelineError) {
    try await decide("accept", on: request)
  }

  public func dismiss(_ request: NotificationRequest) async throws(TimelineError) {
    try await decide("dismiss", on: request)
  }

  public func areAcceptedNotificationsMerged() async throws(TimelineError) -> Bool {
    do throws(ServerFailure) {
      let address = client.server.at("api", "v1", "notifications", "requests", "merged")
      return try await client.value(at: address, of: .mergedNotifications)["merged"]?.bool ?? true
    } catch  where error.isUnknownEndpoint || error.isRefusedEndpoint {
      return true
    } catch {
      throw error.error
    }
  }

  /// - Returns: an empty policy if the server has none.
  public func notificationPolicy() async throws(TimelineError) -> NotificationPolicy {
    do throws(ServerFailure) {
      return NotificationPolicy(try await client.value(at: policyAddress, of: .notificationPolicy))
    } catch  where error.lacksEndpoint {
      return NotificationPolicy()
    } catch {
      throw error.error
    }
  }

  public func setTreatment(
    _ treatment: NotificationPolicy.Treatment, of sender: NotificationPolicy.Sender
  ) async throws(TimelineError) -> NotificationPolicy {
    try await withTimelineError { () throws(ServerFailure) in
      let form = FormBody([.init(sender.rawValue, treatment.rawValue)])
      return NotificationPolicy(try client.value(of: try await client.send(.patch, policyAddress, .form(form))))
    }
  }
}

extension MastodonTimelines {
  private var policyAddress: HTTPAddress { client.server.at("api", "v2", "notifications", "policy") }

  /// A request that no longer exists was accepted or dismissed before.
  private func decide(_ verb: String, on request: NotificationRequest) async throws(TimelineError) {
    do throws(ServerFailure) {
      _ = try await client.send(
        .post, client.server.at("api", "v1", "notifications", "requests", request.id, verb))
    } catch  where error.namesMissingResource {
      return
    } catch {
      throw error.error
    }
  }

  private func request(_ value: JSONValue, _ reader: MastodonStatusReader) -> NotificationRequest? {
    guard let id = value["id"]?.text, let profile = value["account"].flatMap(reader.profile) else { return nil }
    var post = value["last_status"].flatMap(reader.entry)
    post?.assign(to: account)
    return NotificationRequest(
      id: id, profile: profile,
      // Mastodon sends the number as a string.
      count: value["notifications_count"].flatMap { $0.count ?? $0.text.flatMap { Int($0) } } ?? 1, lastPost: post,
      updatedAt: value["updated_at"]?.date)
  }
}

extension NotificationPolicy {
  /// - Parameter value: the response (documentation, entities/NotificationPolicy).
  fileprivate init(_ value: JSONValue) {
    self.init()
    for sender in Sender.allCases {
      treatments[sender] = value[sender.rawValue]?.text.flatMap { Treatment(rawValue: $0) }
    }
  }
}
