import Domain
import Formats
import Network

extension MastodonTimelines {
  /// The maximum number of ancestors, replies and versions. Mastodon returns at most 4,096 posts of a thread
  /// (app/controllers/api/v1/statuses_controller.rb, CONTEXT_LIMIT); others return any number.
  private static let maxThreadLength = 5_000

  /// - Throws: `postUnavailable` if the server does not show the post.
  public func thread(of post: PostID) async throws(TimelineError) -> PostThread {
    let address = client.server.at("api", "v1", "statuses", post.rawValue)
    async let context = self.context(of: post)
    let reader = reader
    do throws(ServerFailure) {
      let value = try await client.value(at: address)
      guard var shown = reader.entry(value) else { throw client.failures.unexpectedResponse(200, expected: "a status") }
      // An opened post is always shown; its quote may be folded.
      shown.quoteFilter = filtered(shown, by: value, in: .context(.thread)).quoteFilter
      // The server has changed its ID.
      if shown.id != post { shown.formerID = post }
      shown.assign(to: account)
      switch await context {
      case .success(let context):
        return ThreadBuilder(shown, ancestors: context.ancestors, descendants: context.descendants)
          .thread(limit: Self.maxThreadLength)
      // Some servers have no threads.
      case .failure(let failure) where failure.isUnknownEndpoint: return PostThread(post: shown)
      case .failure(let failure): throw failure
      }
    } catch {
      throw error.unavailability(of: post) ?? error.error
    }
  }

  private struct Context {
    var ancestors: [ThreadBuilder.Entry] = []
    var descendants: [ThreadBuilder.Entry] = []
  }

  private func context(of post: PostID) async -> Result<Context, ServerFailure> {
    let reader = reader
    var context = Context()
    do throws(ServerFailure) {
      try await client.forEachPost(inThreadOf: post.rawValue) { list, status in
        guard let entry = entry(status, reader) else { return }
        switch list {
        case .ancestors: context.ancestors.append(entry)
        case .descendants: context.descendants.append(entry)
        }
      }
      return .success(context)
    } catch {
      return .failure(error)
    }
  }

  /// A filtered post becomes an unavailable entry.
  private func entry(_ status: JSONValue, _ reader: MastodonStatusReader) -> ThreadBuilder.Entry? {
    guard let post = reader.entry(status) else { return nil }
    var shown = filtered(post, by: status, in: .context(.thread))
    guard !shown.isHiddenByFilter else {
      return ThreadBuilder.Entry(
        id: post.id, replyTo: post.replyTo, entry: .unavailable(id: post.id, reason: .filtered))
    }
    shown.assign(to: account)
    return ThreadBuilder.Entry(id: post.id, replyTo: post.replyTo, entry: .post(shown))
  }
}

extension MastodonTimelines {
  /// The versions of a post, oldest first.
  /// - Throws: `postUnavailable` if the server no longer has the post.
  public func versions(of post: PostID, _ freshness: Freshness) async throws(TimelineError) -> [PostVersion] {
    let reader = reader
    do throws(ServerFailure) {
      let versions = try await client.value(
        at: client.server.at("api", "v1", "statuses", post.rawValue, "history"))
      return versions.elements.prefix(Self.maxThreadLength).filter(\.isObject).map { version in
        PostVersion(
          at: version["created_at"]?.date, text: reader.text(of: version), warning: version["spoiler_text"]?.text,
          media: MastodonMedia.media(of: version),
          pollOptions: version["poll"]?["options"]?.elements.compactMap { $0["title"]?.text } ?? [])
      }
    } catch  where error.isUnsupportedMethod || error.isPage && error.isNotFound {
      throw .unsupported(host: client.host)
    } catch {
      throw error.unavailability(of: post) ?? error.error
    }
  }
}

extension ServerFailure {
  /// The post's unavailability according to a response; nil if the response is not about the post, as a web page.
  /// Servers also use 404 for posts that the user may no longer see; only 410 means that it was deleted (RFC 9110,
  /// 15.5.11).
  fileprivate func unavailability(of post: PostID) -> TimelineError? {
    guard !isPage, status == 404 || status == 410 else { return nil }
    return .postUnavailable(id: post, reason: status == 410 ? .deleted : .notInSource)
  }
}
