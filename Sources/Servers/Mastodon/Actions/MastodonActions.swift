import Domain
import Formats
import FoundationEssentials
import Network
import Runtime

/// Performs the user's actions at a server with Mastodon's API.
public final class MastodonActions: RemoteActions {
  let client: MastodonClient
  let account: AccountID?

  /// - Parameters:
  ///   - client: ideally the client that loads the account's timelines, so that capabilities are requested once.
  ///   - account: the account to assign posts to.
  public init(client: MastodonClient, account: AccountID?) {
    self.client = client
    self.account = account
  }

  public func perform(_ action: UserAction) async throws(TimelineError) -> ActionResult {
    do throws(ServerFailure) {
      return try await result(of: action)
    } catch {
      throw error.error
    }
  }

  /// The user's lists; empty if the server does not support lists.
  public func lists() async throws(TimelineError) -> [ListedTimeline] {
    do throws(ServerFailure) {
      return try await client.value(at: client.server.at("api", "v1", "lists"), of: .lists).elements.compactMap {
        list in
        list["id"]?.text.map { ListedTimeline(.list($0), title: list["title"]?.name) }
      }
    } catch  where error.isUnknownEndpoint || error.isRefusedEndpoint {
      return []
    } catch {
      throw error.error
    }
  }
}

extension MastodonActions {
  private func result(of action: UserAction) async throws(ServerFailure) -> ActionResult {
    switch action {
    case .favourite, .repost, .bookmark, .pin, .muteThread, .vote, .setQuotePolicy, .revokeQuote:
      return try await changePost(action)
    case .delete: return try await delete(action)
    case .report: return try await report(action)
    case .followTag, .blockServer: return try await changeByName(action)
    case .follow, .mute, .block, .note: return try await changeRelationship(action)
    case .endorse(let isOn, let account): return try await endorse(action, isOn, account)
    case .showReposts(_, let account), .notify(_, let account):
      // The same request would follow an account that the user does not follow.
      let flags = try await relationship(to: account).flags
      guard flags.contains(.following) || flags.contains(.requested) else {
        throw ServerFailure(
          error: .refused(
            host: client.host,
            message: action.kind == .notify
              ? "You can only be notified of posts by people you follow."
              : "You can only hide reposts of people you follow."),
          mayHaveArrived: false)
      }
      return try await changeRelationship(action)
    case .acceptFollower(let accepts, let account):
      return try await respondToFollowRequest(action, accepts, of: account)
    case .addToList(let adds, let list, let account): return try await changeList(action, adds, list, account)
    case .dismiss(let notification): return try await dismiss(notification)
    case .readConversation, .removeConversation: return try await changeConversation(action)
    case .cancelScheduled(let post):
      _ = try await MastodonScheduledPosts(client: client).cancel(post)
      return .done
    }
  }

  func send(_ action: UserAction) async throws(ServerFailure) -> ServerResponse {
    guard let request = client.request(action) else {
      throw ServerFailure(error: .unsupported(host: client.host), mayHaveArrived: false)
    }
    return try await client.send(
      request.method, request.address, request.body, isRepeatable: request.isRepeatable)
  }

  private func report(_ action: UserAction) async throws(ServerFailure) -> ActionResult {
    do throws(ServerFailure) {
      _ = try await send(action)
      return .done
    } catch  where error.isMissingOrUnsupported && !error.namesMissingResource {
      throw unsupported(error)
    }
  }

  /// Follows or unfollows a hashtag, or blocks or unblocks a server. A 404 that names no missing resource means that
  /// the server lacks the endpoint.
  private func changeByName(_ action: UserAction) async throws(ServerFailure) -> ActionResult {
    do throws(ServerFailure) {
      _ = try await send(action)
      return .done
    } catch  where error.isMissingOrUnsupported {
      guard error.namesMissingResource else { throw unsupported(error) }
      if action.isRemoval { return .done }
      throw error
    }
  }
}

// MARK: - Posts

extension MastodonActions {
  private func changePost(_ action: UserAction) async throws(ServerFailure) -> ActionResult {
    guard let post = action.post else { return .done }
    do throws(ServerFailure) {
      let response = try await send(action)
      // A vote returns a poll, not the post.
      guard case .vote = action else { return .post(try self.post(client.value(of: response))) }
    } catch  where error.isMissingOrUnsupported {
      return try await result(of: action, missing: error, post)
    } catch  where error.mayAlreadyBeApplied {
      // If the action changes nothing, some servers refuse it, and others close the connection.
      guard let post = try? await self.post(post), action.isApplied(to: post) else { throw error }
      return .post(post)
    }
    guard let voted = try? await self.post(post) else { return .done }
    return .post(voted)
  }

  private func delete(_ action: UserAction) async throws(ServerFailure) -> ActionResult {
    do throws(ServerFailure) {
      _ = try await send(action)
      return .done
    } catch  where error.isMissingOrUnsupported {
      guard let post = action.post else { throw error }
      return try await result(of: action, missing: error, post)
    }
  }

  func post(_ id: PostID) async throws(ServerFailure) -> Post {
    try post(await client.value(at: client.address(ofPost: id)))
  }

  /// The post in a response, or the reposted one if the response is a repost.
  private func post(_ value: JSONValue) throws(ServerFailure) -> Post {
    guard var post = MastodonStatusReader(host: client.host).entry(value) else {
      throw client.failures.unexpectedResponse(200, expected: "a status")
    }
    post.repost = nil
    post.assign(to: account)
    return post
  }
}

// MARK: - Accounts

extension MastodonActions {
  private func changeRelationship(_ action: UserAction) async throws(ServerFailure) -> ActionResult {
    do throws(ServerFailure) {
      let response = try await send(action)
      if let flag = action.relationshipFlag, response.json?[flag.name]?.bool == !flag.isOn {
        throw unsupported(ServerFailure(error: .unsupported(host: client.host)))
      }
      return try relationship(of: response)
    } catch  where error.isMissingOrUnsupported {
      guard let account = action.account else { throw error }
      return try await result(of: action, missing: error, account: account)
    }
  }

  /// Features an account on the user's profile, or ends that. Mastodon before 4.4 calls it a pin (documentation,
  /// methods/accounts).
  private func endorse(_ action: UserAction, _ isOn: Bool, _ account: String) async throws(ServerFailure)
    -> ActionResult
  {
    do throws(ServerFailure) {
      return try relationship(of: await send(action))
    } catch  where error.isMissingOrUnsupported {
      do throws(ServerFailure) {
        return try relationship(
          of: await client.send(.post, client.address("accounts", account, [isOn ? "pin" : "unpin"])))
      } catch  where error.isMissingOrUnsupported {
        return try await result(of: action, missing: error, account: account)
      }
    }
  }

  /// The relationship in a response. Some servers return nothing.
  private func relationship(of response: ServerResponse) throws(ServerFailure) -> ActionResult {
    guard let value = response.json, value["following"]?.bool != nil else { return .done }
    return .relationship(Relationship(value))
  }

  func relationship(to account: String) async throws(ServerFailure) -> Relationship {
    let query = [HTTPAddress.QueryItem("id[]", account)]
    let found = try await client.value(at: client.server.at("api", "v1", "accounts", "relationships", query: query))
    guard let value = found.elements.first(where: { $0["id"]?.text == account }) else {
      throw client.failures.unexpectedResponse(200, expected: "a relationship")
    }
    return Relationship(value)
  }

  /// Accepts or rejects a follow request. A missing one was already accepted, rejected or withdrawn.
  private func respondToFollowRequest(
    _ action: UserAction, _ accepts: Bool, of account: String
  ) async throws(ServerFailure) -> ActionResult {
    do throws(ServerFailure) {
      return try relationship(of: await send(action))
    } catch  where error.isMissingOrUnsupported {
      let found = try? await relationship(to: account)
      if let found, found.flags.contains(.followedBy) { return .relationship(found) }
      // The request is still pending: the server does not support this endpoint.
      if error.isUnsupportedMethod || found?.flags.contains(.requestedBy) == true { throw unsupported(error) }
      guard accepts else { return .done }
      throw error.final(client.host)
    }
  }

  private func changeList(
    _ action: UserAction, _ adds: Bool, _ list: String, _ account: String
  ) async throws(ServerFailure) -> ActionResult {
    do throws(ServerFailure) {
      _ = try await send(action)
      // Some servers accept the request without removing the account.
      if !adds, await isOn(list, account) == true {
        throw unsupported(ServerFailure(error: .unsupported(host: client.host)))
      }
    } catch  where error.isMissingOrUnsupported {
      if adds {
        guard error.namesMissingResource else { throw unsupported(error) }
        throw error
      }
      // The account is not on the list, unless the server still returns it.
      if !error.namesMissingResource, await isOn(list, account) == true { throw unsupported(error) }
    } catch  where error.status == 422 && adds {
      // 422 is also the response if the account is already on the list.
      guard await isOn(list, account) == true else { throw error }
    }
    return .done
  }

  /// Whether an account is on a list; nil if unknown.
  private func isOn(_ list: String, _ account: String) async -> Bool? {
    if let lists = try? await client.value(at: client.address("accounts", account, ["lists"])).elements {
      return lists.contains { $0["id"]?.text == list }
    }
    let members = try? await client.value(at: client.address("lists", list, ["accounts"])).elements
    return members?.contains { $0["id"]?.text == account }
  }
}

// MARK: - Notifications and conversations

extension MastodonActions {
  /// A conversation that the server no longer has was removed before.
  private func changeConversation(_ action: UserAction) async throws(ServerFailure) -> ActionResult {
    do throws(ServerFailure) {
      _ = try await send(action)
    } catch  where error.isMissingOrUnsupported {
      guard error.namesMissingResource else { throw unsupported(error) }
    }
    return .done
  }

  /// - Parameter id: the key of a group, or `ungrouped-` and the ID of a notification.
  private func dismiss(_ id: String) async throws(ServerFailure) -> ActionResult {
    let prefix = PostNotification.ungroupedPrefix
    let single = id.hasPrefix(prefix) ? String(id.dropFirst(prefix.count)) : nil
    let supportsGroups = try await client.capabilities().groupsNotifications
    do throws(ServerFailure) {
      if supportsGroups {
        _ = try await client.send(.post, client.server.at("api", "v2", "notifications", id, "dismiss"))
        return .done
      }
    } catch  where error.isMissingOrUnsupported {
      // Already dismissed, or not part of a group.
    }
    guard let single else {
      if supportsGroups { return .done }
      throw ServerFailure(error: .refused(host: client.host, message: "This server doesn’t group notifications."))
    }
    let address = client.server.at("api", "v1", "notifications", single)
    do throws(ServerFailure) {
      _ = try await client.send(.post, client.server.at("api", "v1", "notifications", single, "dismiss"))
    } catch  where error.isMissingOrUnsupported {
      // Already dismissed, unless the server still returns it.
      if !error.namesMissingResource, (try? await client.get(address)) != nil { throw unsupported(error) }
    }
    return .done
  }
}
