import Domain
import Formats
import Network

extension MastodonTimelines {
  /// So many posts above, and below, are read, and so many versions of one. Mastodon gives no more than 4,096 of a
  /// conversation (app/controllers/api/v1/statuses_controller.rb, CONTEXT_LIMIT).
  private static let longestThread = 5_000

  public func thread(of post: PostID) async throws(TimelineError) -> PostThread {
    let address = client.server.at("api", "v1", "statuses", post.rawValue)
    async let around = answer(at: client.server.at("api", "v1", "statuses", post.rawValue, "context"))
    let reader = reader
    do throws(ServerFailure) {
      let value = try await client.value(at: address)
      guard var shown = reader.entry(value) else { throw client.failures.damaged(200, expected: "a status") }
      // Who opens a post wants to see it; what it quotes is folded all the same.
      shown.quoteFilter = MastodonFilter(of: value, in: .context(.thread), now: now).quoteTitle
      // Its server has another id for it by now.
      if shown.id != post { shown.formerID = post }
      shown.assign(to: account)
      switch await around {
      case .success(let context):
        return ThreadBuilder(
          shown, ancestors: entries(context["ancestors"], reader), ofAnswers: entries(context["descendants"], reader)
        )
        .thread()
      // There are servers that tell of no conversations.
      case .failure(let failure) where failure.isUnknownQuestion: return PostThread(post: shown)
      case .failure(let failure): throw failure
      }
    } catch {
      throw error.unavailability(of: post) ?? error.error
    }
  }

  private func answer(at address: HTTPAddress) async -> Result<JSONValue, ServerFailure> {
    do throws(ServerFailure) {
      return .success(try await client.value(at: address))
    } catch {
      return .failure(error)
    }
  }

  /// What the reader's filters hide stands there all the same, as what it is.
  private func entries(_ list: JSONValue?, _ reader: MastodonStatusReader) -> [ThreadBuilder.Entry] {
    (list?.elements ?? []).prefix(Self.longestThread).compactMap { status in
      guard let post = reader.entry(status) else { return nil }
      var shown = MastodonFilter(of: status, in: .context(.thread), now: now).applied(to: post)
      guard !shown.isHiddenByFilter else {
        return ThreadBuilder.Entry(
          id: post.id, replyTo: post.replyTo, entry: .unavailable(id: post.id, reason: .filtered))
      }
      shown.assign(to: account)
      return ThreadBuilder.Entry(id: post.id, replyTo: post.replyTo, entry: .post(shown))
    }
  }
}

extension MastodonTimelines {
  /// All that a post has said since it was written, the first first.
  public func history(of post: PostID) async throws(TimelineError) -> [PostVersion] {
    let reader = reader
    do throws(ServerFailure) {
      let versions = try await client.value(
        at: client.server.at("api", "v1", "statuses", post.rawValue, "history"))
      return versions.elements.prefix(Self.longestThread).filter(\.isObject).map { version in
        PostVersion(
          at: version["created_at"]?.date, text: reader.text(of: version), warning: version["spoiler_text"]?.text,
          media: MastodonMedia.media(of: version),
          pollOptions: version["poll"]?["options"]?.elements.compactMap { $0["title"]?.text } ?? [])
      }
    } catch {
      throw error.unavailability(of: post) ?? error.error
    }
  }
}

extension ServerFailure {
  /// What an answer says of a post; nil where it says nothing of it, as a web page does. Servers say 404 also where the
  /// reader may not see a post any more; only 410 says that it is gone for good (RFC 9110, 15.5.11).
  fileprivate func unavailability(of post: PostID) -> TimelineError? {
    guard !isPage, status == 404 || status == 410 else { return nil }
    return .postUnavailable(id: post, reason: status == 410 ? .deleted : .notInSource)
  }
}
