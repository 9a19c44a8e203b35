import Domain
import Formats
import FoundationEssentials
import Network

extension MastodonPublishing {
  /// - Throws: `postUnavailable` if the server no longer has the post; `refused` if the server does not return sources.
  public func source(of post: PostID) async throws(TimelineError) -> PostSource {
    do throws(ServerFailure) {
      let status = try await client.value(at: address(ofPost: post))
      var source = PostSource(status, reader, now: now, limits: client.capabilityCache.capabilities(now: now)?.limits)
      (source.text, source.warning) = try await originalText(of: post, status)
      return source
    } catch  where error.status == 404 || error.status == 410 {
      throw .postUnavailable(id: post, reason: .deleted)
    } catch {
      throw error.error
    }
  }

  /// The original text and content warning, which differ from what the post displays.
  private func originalText(
    of post: PostID, _ status: JSONValue
  ) async throws(ServerFailure) -> (text: String, warning: String) {
    do throws(ServerFailure) {
      let source = try await client.value(at: address(ofPost: post, "source"))
      // snac has no text for a post with a poll.
      guard let text = source["text"]?.string, !text.isEmpty || !status.hasText else {
        throw ServerFailure(error: .unsupported(host: client.host))
      }
      return (text, source["spoiler_text"]?.string ?? "")
    } catch  where error.isUnknownEndpoint {
      if let text = status["text"]?.string { return (text, status["spoiler_text"]?.string ?? "") }
      client.capabilityCache.markUnsupported(.sources, now: now)
      throw ServerFailure(
        error: .refused(host: client.host, message: "This server doesn’t support editing posts.")
      )
    }
  }

  /// The custom emoji that the server suggests (documentation, methods/custom_emojis).
  public func emojiNames() async throws(TimelineError) -> [String] {
    do throws(ServerFailure) {
      return try await client.value(at: client.server.at("api", "v1", "custom_emojis")).elements
        .prefix(Self.maxEmojis).filter { $0["visible_in_picker"]?.bool != false }.compactMap { $0["shortcode"]?.name }
    } catch  where error.isUnknownEndpoint {
      return []
    } catch {
      throw error.error
    }
  }

  /// More emoji than any server has.
  private static let maxEmojis = 50_000

  public func profiles(matching typed: String, limit: Int) async throws(TimelineError) -> [Profile] {
    let query: [HTTPAddress.QueryItem] = [
      .init("q", typed), .init("limit", String(limit)), .init("resolve", "false"),
    ]
    do throws(ServerFailure) {
      let address = client.server.at("api", "v1", "accounts", "search", query: query)
      let found = try await client.value(at: address, of: .profileSearch)
      return found.elements.prefix(max(0, limit)).compactMap(reader.profile)
    } catch {
      throw error.error
    }
  }

  /// Hashtags with a prefix: the search does this for hashtags alone (documentation, methods/search).
  public func tags(matching typed: String, limit: Int) async throws(TimelineError) -> [String] {
    let query: [HTTPAddress.QueryItem] = [
      .init("q", typed), .init("type", "hashtags"), .init("limit", String(limit)), .init("resolve", "false"),
    ]
    do throws(ServerFailure) {
      let found = try await client.value(at: client.server.at("api", "v2", "search", query: query), of: .search)
      let tags = found["hashtags"]?.elements ?? []
      // Pleroma returns only a name.
      return tags.prefix(max(0, limit)).compactMap { ($0["name"] ?? $0).name }
    } catch {
      throw error.error
    }
  }

  /// The page size, supported by all servers.
  private static let pageLimit = 20
  private static let maxPages = 10

  public func ownPosts(since date: Date) async throws(TimelineError) -> [Post] {
    do throws(ServerFailure) {
      let own = try await ownerID()
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
        posts += read.filter { ($0.createdAt ?? date) >= date }
        // Scheduled posts come later.
        let isPast = read.contains { $0.createdAt.map { $0 < date } ?? false }
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

  private func ownerID() async throws(ServerFailure) -> String {
    if let id = client.capabilityCache.accountID { return id }
    guard let id = try await client.ownAccount()["id"]?.text else {
      throw client.failures.unexpectedResponse(200, expected: "an account")
    }
    client.capabilityCache.accountID = id
    return id
  }
}

// MARK: - Account settings

extension MastodonPublishing {
  /// The account's defaults for new posts (documentation, entities/Account, `source.privacy` and `source.quote_policy`;
  /// if the visibility is missing, entities/Preferences, `posting:default:visibility`).
  /// - Returns: nil for what the server does not state.
  func postDefaults() async throws(ServerFailure) -> (visibility: Visibility?, quotePolicy: QuotePolicy?) {
    do throws(ServerFailure) {
      return try await loadPostDefaults()
    } catch  where error.status.map({ $0 != 401 && $0 != 429 && $0 < 500 }) ?? false {
      return (nil, nil)
    }
  }

  private func loadPostDefaults() async throws(ServerFailure) -> (visibility: Visibility?, quotePolicy: QuotePolicy?) {
    let account = try await client.ownAccount()
    client.capabilityCache.accountID = account["id"]?.text ?? client.capabilityCache.accountID
    let quotePolicy = account["source"]?["quote_policy"]?.text.flatMap(QuotePolicy.init)
    if let visibility = account["source"]?["privacy"]?.text.flatMap({ Visibility(serverName: $0) }) {
      return (visibility, quotePolicy)
    }
    do throws(ServerFailure) {
      let preferences = try await client.value(at: client.server.at("api", "v1", "preferences"), of: .preferences)
      let visibility = preferences["posting:default:visibility"]?.text.flatMap { Visibility(serverName: $0) }
      return (visibility, quotePolicy)
    } catch {
      // Few servers have preferences. A server without them has no other source.
      return (nil, quotePolicy)
    }
  }
}

extension PostSource {
  /// All but text and content warning.
  fileprivate init(_ status: JSONValue, _ reader: MastodonStatusReader, now: Date, limits: PostLimits?) {
    let post = reader.entry(status)
    let media = status["media_attachments"]?.elements.compactMap { attachment in
      attachment["id"]?.text.map {
        DraftMedia(
          path: "", description: attachment["description"]?.text ?? "", remoteID: $0,
          focus: MastodonMedia.focus(of: attachment))
      }
    }
    let durations = (limits ?? PostLimits()).pollDuration
    let poll = post?.poll.map { poll in
      let left = min(max(poll.endsAt?.timeIntervalSince(now) ?? 86_400, 0), 1e9)
      return DraftPoll(
        options: poll.options.map(\.title),
        duration: min(max(Int(exactly: left.rounded(.up)) ?? 0, durations.lowerBound), durations.upperBound),
        allowsMultiple: poll.allowsMultiple,
        // A server that counts all votes, but not those of an option, hides these until the end.
        hidesTotals: !poll.hasEnded(at: now) && status["poll"]?["votes_count"] != nil
          && poll.options.allSatisfy { $0.votes == nil })
    }
    self.init(
      text: "", warning: "", media: media ?? [], poll: poll, visibility: post?.visibility,
      quotePolicy: status["quote_approval"].flatMap(QuotePolicy.init(approval:)), language: status["language"]?.text,
      isSensitive: status["sensitive"]?.bool ?? false)
  }
}

extension QuotePolicy {
  /// The policy of the user's own post (documentation, entities/QuoteApproval). One that Tern does not know is the
  /// narrowest.
  fileprivate init?(approval: JSONValue) {
    guard let groups = approval["automatic"]?.elements.compactMap(\.text) else { return nil }
    self = groups.contains("public") ? .everyone : groups.contains("followers") ? .followers : .nobody
  }

  /// The policy of a scheduled post: a name, or the bits in which Mastodon stores it
  /// (app/models/concerns/status/interaction_policy_concern.rb).
  init?(scheduled value: JSONValue) {
    if let named = value.text.flatMap(QuotePolicy.init(rawValue:)) {
      self = named
    } else if let bits = value.int {
      self = bits & 1 << 17 != 0 ? .everyone : bits & 1 << 18 != 0 ? .followers : .nobody
    } else {
      return nil
    }
  }
}

extension JSONValue {
  /// Whether the content of a status has text other than the line that names a quoted post.
  fileprivate var hasText: Bool {
    let content = self["content"]?.string ?? ""
    return HTMLText.text(of: content, showsQuote: true).plain.contains { !$0.isWhitespace }
  }
}
