import Domain
import Formats

/// Answers that something is missing: the post, the account, or the call. Servers use the same statuses for all of these.
extension MastodonActions {
  /// The server does not know the call of an action.
  func unsupported(_ failure: ServerFailure) -> ServerFailure {
    ServerFailure(status: failure.status, error: .unsupported(host: client.host), mayHaveArrived: false)
  }

  /// Looks at the post to find out what an answer with 404, 405, 410 or 501 means.
  /// - Throws: `unsupported` where the post is there and not as the action wants it; `postUnavailable` where it is not
  ///   there; else why that is not known.
  func result(
    of action: UserAction, missing failure: ServerFailure, _ id: PostID
  ) async throws(ServerFailure) -> ActionResult {
    if action.isUndoing, failure.namesMissingThing { return .done }
    let post: Post
    do throws(ServerFailure) {
      post = try await self.post(id)
    } catch  where error.isGone {
      if action.isUndoing { return .done }
      throw failure.unavailable(id)
    }
    if action.isDone(with: post) { return .post(post) }
    throw failure.namesMissingThing ? failure : unsupported(failure)
  }

  /// Looks at the account to find out what an answer with 404, 405, 410 or 501 means.
  /// - Throws: `unsupported` where the account is there and the relationship is not as the action wants it; `refused` where
  ///   the account is not there; else why that is not known.
  func result(
    of action: UserAction, missing failure: ServerFailure, person: String
  ) async throws(ServerFailure) -> ActionResult {
    if action.isUndoing, failure.namesMissingThing { return .done }
    do throws(ServerFailure) {
      _ = try await client.value(at: client.address("accounts", person))
    } catch  where error.isGone {
      if action.isUndoing { return .done }
      throw failure.final(client.host)
    }
    if let known = try? await relationship(to: person), known.applying(action) == known { return .relationship(known) }
    throw failure.namesMissingThing ? failure : unsupported(failure)
  }
}

extension ServerFailure {
  /// What is known to be missing stays so: a page that says so is a no, and nothing that a later try would change.
  func final(_ host: String) -> ServerFailure {
    guard case .webPage = error else { return self }
    var failure = self
    failure.error = .refused(host: host, message: "\(status ?? 404) Not Found")
    return failure
  }
}
