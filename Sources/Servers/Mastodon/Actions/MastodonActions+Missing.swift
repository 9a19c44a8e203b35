import Domain
import Formats

/// Handling of responses that something is missing: the post, the account, or the endpoint. Servers use the same
/// statuses for all of these.
extension MastodonActions {
  /// The failure for an action that the server does not support.
  func unsupported(_ failure: ServerFailure) -> ServerFailure {
    ServerFailure(status: failure.status, error: .unsupported(host: client.host), mayHaveArrived: false)
  }

  /// Loads the post to interpret a response with status 404, 405, 410 or 501.
  /// - Throws: `unsupported` if the post exists and is not as the action requires; `postUnavailable` if it does not
  ///   exist.
  func result(
    of action: UserAction, missing failure: ServerFailure, _ id: PostID
  ) async throws(ServerFailure) -> ActionResult {
    if action.isRemoval, failure.namesMissingResource { return .done }
    let post: Post
    do throws(ServerFailure) {
      post = try await self.post(id)
    } catch  where error.isNotFound {
      if action.isRemoval { return .done }
      throw failure.unavailable(id)
    }
    if action.isApplied(to: post) { return .post(post) }
    throw failure.namesMissingResource ? failure : unsupported(failure)
  }

  /// Loads the account to interpret a response with status 404, 405, 410 or 501.
  /// - Throws: `unsupported` if the account exists and the relationship is not as the action requires; `refused` if it
  ///   does not exist.
  func result(
    of action: UserAction, missing failure: ServerFailure, account: String
  ) async throws(ServerFailure) -> ActionResult {
    if action.isRemoval, failure.namesMissingResource { return .done }
    do throws(ServerFailure) {
      _ = try await client.value(at: client.address("accounts", account))
    } catch  where error.isNotFound {
      if action.isRemoval { return .done }
      throw failure.final(client.host)
    }
    if let known = try? await relationship(to: account), known.applying(action) == known { return .relationship(known) }
    throw failure.namesMissingResource ? failure : unsupported(failure)
  }
}

extension ServerFailure {
  /// A refusal that is not retried, for a web page as response about something that is known to be missing.
  func final(_ host: String) -> ServerFailure {
    guard case .webPage = error else { return self }
    var failure = self
    failure.error = .refused(host: host, message: "\(status ?? 404) Not Found")
    return failure
  }
}
