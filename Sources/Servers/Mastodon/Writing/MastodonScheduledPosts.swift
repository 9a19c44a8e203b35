import Domain
import Formats
import FoundationEssentials
import Network

/// The scheduled posts of an account at a server with Mastodon’s API (documentation, methods/scheduled_statuses).
public struct MastodonScheduledPosts: ScheduledPostRepository {
  /// The largest page that Mastodon returns.
  private static let pageLimit = 40
  /// Enough for the 300 scheduled posts that Mastodon allows.
  private static let maxPages = 10

  let client: MastodonClient

  /// - Parameter client: ideally the client that loads the account's timelines, so that capabilities are requested
  ///   once.
  public init(client: MastodonClient) {
    self.client = client
  }

  /// - Throws: `unsupported` if the server does not list scheduled posts.
  public func scheduledPosts() async throws(TimelineError) -> [ScheduledPost] {
    do throws(ServerFailure) {
      return try await list().sorted { $0.publishAt < $1.publishAt }
    } catch {
      throw error.error
    }
  }

  public func reschedule(
    _ post: ScheduledPostID, to moment: Date
  ) async throws(TimelineError) -> ScheduledPost? {
    do throws(ServerFailure) {
      let form = FormBody([.init("scheduled_at", moment.formatted(.iso8601))])
      let value = try client.value(of: try await client.send(.put, address(of: post), .form(form)))
      guard let changed = ScheduledPost(value) else {
        throw client.failures.unexpectedResponse(200, expected: "a scheduled post")
      }
      return changed
    } catch  where error.isMissingOrUnsupported {
      return try await withTimelineError { () throws(ServerFailure) in
        try await confirmMissing(post, after: error)
        return nil
      }
    } catch {
      throw error.error
    }
  }

  public func cancelScheduledPost(_ post: ScheduledPostID) async throws(TimelineError) -> Bool {
    try await withTimelineError { () throws(ServerFailure) in try await cancel(post) }
  }
}

extension MastodonScheduledPosts {
  /// Deletes a scheduled post.
  /// - Returns: false if the server no longer has it.
  func cancel(_ post: ScheduledPostID) async throws(ServerFailure) -> Bool {
    do throws(ServerFailure) {
      _ = try await client.send(.delete, address(of: post))
      return true
    } catch  where error.isMissingOrUnsupported {
      try await confirmMissing(post, after: error)
      return false
    }
  }

  private func address(of post: ScheduledPostID) -> HTTPAddress {
    client.address("scheduled_statuses", post.rawValue)
  }

  private func list() async throws(ServerFailure) -> [ScheduledPost] {
    var posts: [ScheduledPost] = []
    var last: String?
    do throws(ServerFailure) {
      for _ in 0..<Self.maxPages {
        var query: [HTTPAddress.QueryItem] = [.init("limit", String(Self.pageLimit))]
        if let last { query.append(.init("max_id", last)) }
        let address = client.server.at("api", "v1", "scheduled_statuses", query: query)
        let page = try await client.value(at: address, of: .scheduledList).elements
        // Some servers ignore `max_id` and return the same page again.
        let known = Set(posts.map(\.id))
        posts += page.compactMap(ScheduledPost.init).filter { !known.contains($0.id) }
        guard page.count >= Self.pageLimit, posts.count > known.count, let id = page.last?["id"]?.text else { break }
        last = id
      }
      return posts
    } catch  where error.isUnknownEndpoint {
      throw unsupported(status: error.status)
    }
  }

  /// Interprets a response that something is missing: the post or the endpoint.
  /// - Throws: `unsupported` if the server does not know the endpoint.
  private func confirmMissing(_ post: ScheduledPostID, after failure: ServerFailure) async throws(ServerFailure) {
    if failure.namesMissingResource { return }
    if failure.isUnsupportedMethod { throw unsupported(status: failure.status) }
    if try await list().contains(where: { $0.id == post }) { throw unsupported(status: failure.status) }
  }

  private func unsupported(status: Int?) -> ServerFailure {
    ServerFailure(status: status, error: .unsupported(host: client.host), mayHaveArrived: false)
  }
}

extension ScheduledPost {
  /// Reads a scheduled status (documentation, entities/ScheduledStatus); nil if it has no ID or no date.
  fileprivate init?(_ value: JSONValue) {
    guard let id = value["id"]?.text, let moment = value["scheduled_at"]?.date else { return nil }
    let params = value["params"]
    var media = (value["media_attachments"]?.elements ?? []).compactMap { attachment in
      attachment["id"]?.text.map { id in
        let description = attachment["description"]?.text ?? ""
        let focus = MastodonMedia.focus(of: attachment)
        return DraftMedia(
          path: "", description: description, remoteID: id, uploadedDescription: description, focus: focus,
          uploadedFocus: focus)
      }
    }
    if media.isEmpty {
      media = (params?["media_ids"]?.elements ?? []).compactMap(\.text).map { DraftMedia(path: "", remoteID: $0) }
    }
    let poll = params?["poll"].flatMap { poll in
      let options = poll["options"]?.elements.compactMap(\.text) ?? []
      return options.isEmpty
        ? nil
        : DraftPoll(
          options: options, duration: poll["expires_in"]?.int ?? DraftPoll().duration,
          allowsMultiple: poll["multiple"]?.bool ?? false, hidesTotals: poll["hide_totals"]?.bool ?? false)
    }
    self.init(
      id: ScheduledPostID(id), publishAt: moment,
      source: PostSource(
        text: params?["text"]?.string ?? params?["status"]?.string ?? "",
        warning: params?["spoiler_text"]?.string ?? "", media: media, poll: poll,
        visibility: params?["visibility"]?.text.flatMap { Visibility(serverName: $0) },
        quotePolicy: params?["quote_approval_policy"].flatMap(QuotePolicy.init(scheduled:)),
        language: params?["language"]?.text, isSensitive: params?["sensitive"]?.bool ?? false),
      replyTo: (params?["in_reply_to_id"]?.text).map { PostID($0) },
      quoted: (params?["quoted_status_id"] ?? params?["quote_id"])?.text.map { PostID($0) })
  }
}
