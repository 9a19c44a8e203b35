import Domain
import Formats
import Network

extension MastodonTimelines {
  public func thread(of post: PostID) async throws(TimelineError) -> PostThread {
    let address = client.server.at("api", "v1", "statuses", post.rawValue)
    async let around = answer(at: client.server.at("api", "v1", "statuses", post.rawValue, "context"))
    let reader = reader
    do throws(ServerFailure) {
      let value = try await client.value(at: address)
      guard var shown = reader.entry(value) else { throw client.failures.damaged(200, expected: "a status") }
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
    } catch  where error.status == 404 || error.status == 410 {
      throw .postUnavailable(id: post, reason: .deleted)
    } catch {
      throw error.error
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
    (list?.elements ?? []).compactMap { status in
      guard let post = reader.entry(status) else { return nil }
      guard var shown = MastodonFilter(of: status, in: .thread, now: now).applied(to: post) else {
        return ThreadBuilder.Entry(
          id: post.id, replyTo: post.replyTo, entry: .unavailable(id: post.id, reason: .blocked))
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
      return versions.elements.filter(\.isObject).map { version in
        PostVersion(
          at: version["created_at"]?.date, text: reader.text(of: version), warning: version["spoiler_text"]?.text,
          media: MastodonMedia.media(of: version),
          pollOptions: version["poll"]?["options"]?.elements.compactMap { $0["title"]?.text } ?? [])
      }
    } catch  where error.status == 404 || error.status == 410 {
      throw .postUnavailable(id: post, reason: .deleted)
    } catch {
      throw error.error
    }
  }
}
