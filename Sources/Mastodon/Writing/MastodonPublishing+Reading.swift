import Domain
import Formats
import FoundationEssentials
import Network

extension MastodonPublishing {
  public func source(of post: PostID) async throws(TimelineError) -> PostSource {
    do throws(ServerFailure) {
      let status = try await client.value(at: address(ofPost: post))
      var source = PostSource(status, reader, now: now, limits: client.known.abilities(now: now)?.limits)
      (source.text, source.warning) = try await words(of: post, status)
      return source
    } catch  where error.status == 404 || error.status == 410 {
      throw .postUnavailable(id: post, reason: .deleted)
    } catch {
      throw error.error
    }
  }

  /// As they were written: what a post shows is something else.
  private func words(
    of post: PostID, _ status: JSONValue
  ) async throws(ServerFailure) -> (text: String, warning: String) {
    do throws(ServerFailure) {
      let source = try await client.value(at: address(ofPost: post, "source"))
      guard let text = source["text"]?.string else { throw client.failures.damaged(200, expected: "a post’s text") }
      return (text, source["spoiler_text"]?.string ?? "")
    } catch  where error.isUnknownQuestion {
      if let text = status["text"]?.string { return (text, status["spoiler_text"]?.string ?? "") }
      client.known.turnOff(.sources, now: now)
      throw ServerFailure(
        error: .refused(host: client.host, message: "This server does not tell what was written, and lets nobody edit.")
      )
    }
  }

  public func people(matching typed: String, limit: Int) async throws(TimelineError) -> [Profile] {
    let query: [HTTPAddress.QueryItem] = [
      .init("q", typed), .init("limit", String(limit)), .init("resolve", "false"),
    ]
    do throws(ServerFailure) {
      let found = try await client.value(at: client.server.at("api", "v1", "accounts", "search", query: query))
      return found.elements.prefix(max(0, limit)).compactMap(reader.profile)
    } catch {
      throw error.error
    }
  }

  /// The documentation has it (methods/search): for tags alone, it finds those that begin with what is asked for.
  public func tags(matching typed: String, limit: Int) async throws(TimelineError) -> [String] {
    let query: [HTTPAddress.QueryItem] = [
      .init("q", typed), .init("type", "hashtags"), .init("limit", String(limit)), .init("resolve", "false"),
    ]
    do throws(ServerFailure) {
      let found = try await client.value(at: client.server.at("api", "v2", "search", query: query))
      let tags = found["hashtags"]?.elements ?? []
      // Pleroma gives a name alone.
      return tags.prefix(max(0, limit)).compactMap { ($0["name"] ?? $0).name }
    } catch {
      throw error.error
    }
  }

  /// How many are asked for at once: all servers give that many.
  private static let pageLimit = 20
  private static let maxPages = 10

  public func ownPosts(since moment: Date) async throws(TimelineError) -> [Post] {
    do throws(ServerFailure) {
      let own = try await idOfOwner()
      var posts: [Post] = []
      var seen: Set<PostID> = []
      var last: String?
      for _ in 0..<Self.maxPages {
        var query: [HTTPAddress.QueryItem] = [
          .init("limit", String(Self.pageLimit)), .init("exclude_reblogs", "true"),
        ]
        if let last { query.append(.init("max_id", last)) }
        let address = client.server.at("api", "v1", "accounts", own, "statuses", query: query)
        let page = try await client.value(at: address).elements
        let read = page.compactMap(reader.entry).filter { $0.repost == nil && seen.insert($0.id).inserted }
        posts += read.filter { ($0.createdAt ?? moment) >= moment }
        // Those that have been written for later come later.
        let isPast = read.contains { $0.createdAt.map { $0 < moment } ?? false }
        guard !isPast, let id = page.last?["id"]?.text, id != last else { break }
        last = id
      }
      return posts.map { post in
        var post = post
        post.assign(to: account)
        return post
      }
    } catch {
      throw error.error
    }
  }

  private func idOfOwner() async throws(ServerFailure) -> String {
    if let id = client.known.credentials?.id { return id }
    guard let id = try await client.value(at: client.credentialsAddress)["id"]?.text else {
      throw client.failures.damaged(200, expected: "an account")
    }
    if client.known.credentials == nil { client.known.credentials = ServerCapabilityCache.Credentials(id: id) }
    return id
  }
}

// MARK: - How the account is set

extension MastodonPublishing {
  /// A person may set it elsewhere at any time. In seconds.
  private static let maxCredentialsAge = 600.0

  /// Who may read what the account publishes where nothing else is said (documentation, entities/Account,
  /// `source.privacy`; where that is missing, entities/Preferences, `posting:default:visibility`).
  /// - Returns: nil where the server does not say.
  func defaultVisibility() async throws(ServerFailure) -> Visibility? {
    if let known = client.known.credentials, let askedAt = known.askedAt,
      now.timeIntervalSince(askedAt) < Self.maxCredentialsAge
    {
      return known.defaultVisibility
    }
    do throws(ServerFailure) {
      return try await askForDefaultVisibility()
    } catch  where error.status.map({ $0 != 401 && $0 != 429 && $0 < 500 }) ?? false {
      client.known.credentials = ServerCapabilityCache.Credentials(id: client.known.credentials?.id, askedAt: now)
      return nil
    }
  }

  private func askForDefaultVisibility() async throws(ServerFailure) -> Visibility? {
    let account = try await client.value(at: client.credentialsAddress)
    var found = ServerCapabilityCache.Credentials(id: account["id"]?.text, askedAt: now)
    found.defaultVisibility = account["source"]?["privacy"]?.text.flatMap { Visibility(serverName: $0) }
    if found.defaultVisibility == nil {
      do throws(ServerFailure) {
        let preferences = try await client.value(at: client.server.at("api", "v1", "preferences"))
        let name = preferences["posting:default:visibility"]?.text
        found.defaultVisibility = name.flatMap { Visibility(serverName: $0) }
      } catch {
        // Few servers have them. Who does not say it here does not say it at all.
      }
    }
    client.known.credentials = found
    return found.defaultVisibility
  }
}

extension PostSource {
  /// All but the words.
  fileprivate init(_ status: JSONValue, _ reader: MastodonStatusReader, now: Date, limits: PostLimits?) {
    let post = reader.entry(status)
    let media = status["media_attachments"]?.elements.compactMap { attachment in
      attachment["id"]?.text.map {
        DraftMedia(path: "", description: attachment["description"]?.text ?? "", remoteID: $0)
      }
    }
    let durations = (limits ?? PostLimits()).pollDuration
    let poll = post?.poll.map { poll in
      let left = min(max(poll.endsAt?.timeIntervalSince(now) ?? 86_400, 0), 1e9)
      return DraftPoll(
        options: poll.options.map(\.title),
        duration: min(max(Int(exactly: left.rounded(.up)) ?? 0, durations.lowerBound), durations.upperBound),
        allowsSeveral: poll.allowsSeveral)
    }
    self.init(
      text: "", warning: "", media: media ?? [], poll: poll, visibility: post?.visibility,
      language: status["language"]?.text, isSensitive: status["sensitive"]?.bool ?? false)
  }
}
