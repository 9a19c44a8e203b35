import Domain
import Formats
import FoundationEssentials
import Network
import Runtime

/// Acts as one account at a server that speaks Mastodon’s API.
public final class MastodonActions: RemoteActions {
  let client: MastodonClient
  let account: AccountID?

  /// - Parameters:
  ///   - client: best the one by which the account's timelines are read: what it learns of the server it asks once.
  ///   - account: whose posts they become.
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

  public func lists() async throws(TimelineError) -> [ListedTimeline] {
    do throws(ServerFailure) {
      return try await client.value(at: client.server.at("api", "v1", "lists")).elements.compactMap { list in
        list["id"]?.text.map { ListedTimeline(.list($0), title: list["title"]?.name) }
      }
    } catch  where error.isUnknownQuestion {
      return []
    } catch {
      throw error.error
    }
  }
}

extension MastodonActions {
  private func result(of action: UserAction) async throws(ServerFailure) -> ActionResult {
    switch action {
    case .favourite, .repost, .bookmark, .pin, .muteThread, .vote: return try await changePost(action)
    case .delete: return try await delete(action)
    case .report: return try await report(action)
    case .followTag: return try await followTag(action)
    case .follow, .mute, .block: return try await changeRelationship(action)
    case .showReposts(_, let person):
      // The same question would follow somebody whom the reader does not follow.
      let ties = try await relationship(to: person).ties
      guard ties.contains(.following) || ties.contains(.requested) else {
        throw ServerFailure(
          error: .refused(host: client.host, message: "Reposts are shown only of people whom you follow."),
          mayHaveArrived: false)
      }
      return try await changeRelationship(action)
    case .acceptFollower(let accepts, let person): return try await answerRequest(action, accepts, of: person)
    case .addToList(let adds, let list, let person): return try await changeList(action, adds, list, person)
    case .dismiss(let notification): return try await dismiss(notification)
    }
  }

  func send(_ action: UserAction) async throws(ServerFailure) -> ServerResponse {
    guard let request = client.request(action) else {
      throw ServerFailure(error: .unsupported(host: client.host), mayHaveArrived: false)
    }
    return try await client.send(
      request.method, request.address, request.body, isRepeatable: request.isRepeatable)
  }

  /// What a server does not do at all.
  private func report(_ action: UserAction) async throws(ServerFailure) -> ActionResult {
    do throws(ServerFailure) {
      _ = try await send(action)
      return .done
    } catch  where error.isMissing && !error.namesMissingThing {
      throw unsupported(error)
    }
  }

  /// Every tag exists, so an answer that something is missing is about the call.
  private func followTag(_ action: UserAction) async throws(ServerFailure) -> ActionResult {
    do throws(ServerFailure) {
      _ = try await send(action)
      return .done
    } catch  where error.isMissing {
      guard error.namesMissingThing else { throw unsupported(error) }
      if action.isUndoing { return .done }
      throw error
    }
  }
}

// MARK: - Posts

extension MastodonActions {
  private func changePost(_ action: UserAction) async throws(ServerFailure) -> ActionResult {
    guard let post = action.post else { return .done }
    do throws(ServerFailure) {
      let answer = try await send(action)
      // A poll is answered with a poll, which is a part of the post.
      guard case .vote = action else { return .post(try self.post(client.value(of: answer))) }
    } catch  where error.isMissing {
      return try await result(of: action, missing: error, post)
    } catch  where error.mayBeSoAlready {
      // That it is as it should be is a refusal at some servers, and a closed connection at others.
      guard let post = try? await self.post(post), action.isDone(with: post) else { throw error }
      return .post(post)
    }
    guard let voted = try? await self.post(post) else { return .done }
    return .post(voted)
  }

  private func delete(_ action: UserAction) async throws(ServerFailure) -> ActionResult {
    do throws(ServerFailure) {
      _ = try await send(action)
      return .done
    } catch  where error.isMissing {
      guard let post = action.post else { throw error }
      return try await result(of: action, missing: error, post)
    }
  }

  func post(_ id: PostID) async throws(ServerFailure) -> Post {
    try post(await client.value(at: client.address(ofPost: id)))
  }

  /// The post itself, also where the answer is that it has been reposted.
  private func post(_ value: JSONValue) throws(ServerFailure) -> Post {
    guard var post = MastodonStatusReader(host: client.host).entry(value) else {
      throw client.failures.damaged(200, expected: "a status")
    }
    post.repost = nil
    post.assign(to: account)
    return post
  }
}

// MARK: - People

extension MastodonActions {
  private func changeRelationship(_ action: UserAction) async throws(ServerFailure) -> ActionResult {
    do throws(ServerFailure) {
      return try relationship(of: await send(action))
    } catch  where error.isMissing {
      guard let person = action.person else { throw error }
      return try await result(of: action, missing: error, person: person)
    }
  }

  /// Some answer with nothing.
  private func relationship(of answer: ServerResponse) throws(ServerFailure) -> ActionResult {
    guard let value = answer.json, value["following"]?.bool != nil else { return .done }
    return .relationship(Relationship(value))
  }

  func relationship(to person: String) async throws(ServerFailure) -> Relationship {
    let query = [HTTPAddress.QueryItem("id[]", person)]
    let found = try await client.value(at: client.server.at("api", "v1", "accounts", "relationships", query: query))
    guard let value = found.elements.first(where: { $0["id"]?.text == person }) else {
      throw client.failures.damaged(200, expected: "what there is between you and them")
    }
    return Relationship(value)
  }

  /// Where there is no request, it has been answered, or taken back.
  private func answerRequest(
    _ action: UserAction, _ accepts: Bool, of person: String
  ) async throws(ServerFailure) -> ActionResult {
    do throws(ServerFailure) {
      return try relationship(of: await send(action))
    } catch  where error.isMissing {
      let found = try? await relationship(to: person)
      if let found, found.ties.contains(.followedBy) { return .relationship(found) }
      // The request still waits: the server does not let it be answered in this way.
      if error.isUnknownCall || found?.ties.contains(.requestedBy) == true { throw unsupported(error) }
      guard accepts else { return .done }
      throw error.final(client.host)
    }
  }

  private func changeList(
    _ action: UserAction, _ adds: Bool, _ list: String, _ person: String
  ) async throws(ServerFailure) -> ActionResult {
    do throws(ServerFailure) {
      _ = try await send(action)
    } catch  where error.isMissing {
      if adds {
        guard error.namesMissingThing else { throw unsupported(error) }
        throw error
      }
      // They are not in it, unless the server still says so.
      if !error.namesMissingThing, await isOn(list, person) == true { throw unsupported(error) }
    } catch  where error.status == 422 && adds {
      // As somebody is refused who is in it already.
      guard await isOn(list, person) == true else { throw error }
    }
    return .done
  }

  /// nil where the server does not say.
  private func isOn(_ list: String, _ person: String) async -> Bool? {
    let lists = try? await client.value(at: client.address("accounts", person, ["lists"])).elements
    return lists?.contains { $0["id"]?.text == list }
  }
}

// MARK: - Notifications

extension MastodonActions {
  /// - Parameter id: the key of a group; `ungrouped-` and an id where it is one by itself.
  private func dismiss(_ id: String) async throws(ServerFailure) -> ActionResult {
    let prefix = "ungrouped-"
    let single = id.hasPrefix(prefix) ? String(id.dropFirst(prefix.count)) : nil
    let knowsGroups = try await client.abilities().groupsNotifications
    do throws(ServerFailure) {
      if knowsGroups {
        _ = try await client.send(.post, client.server.at("api", "v2", "notifications", id, "dismiss"))
        return .done
      }
    } catch  where error.isMissing {
      // It has gone already, or is one by itself.
    }
    guard let single else {
      if knowsGroups { return .done }
      throw ServerFailure(error: .refused(host: client.host, message: "This server knows no groups of notifications."))
    }
    let address = client.server.at("api", "v1", "notifications", single)
    do throws(ServerFailure) {
      _ = try await client.send(.post, client.server.at("api", "v1", "notifications", single, "dismiss"))
    } catch  where error.isMissing {
      // It has gone already, unless the server still has it.
      if !error.namesMissingThing, (try? await client.get(address)) != nil { throw unsupported(error) }
    }
    return .done
  }
}
