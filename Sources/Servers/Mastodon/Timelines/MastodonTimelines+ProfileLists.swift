import Domain
import Formats
import Network

extension MastodonTimelines {
  /// The maximum number of relationships that servers return per request; lists may be longer.
  private static let profilesPerPage = 40

  /// A page of a list of accounts (documentation, methods/accounts, statuses, mutes and blocks).
  /// - Throws: `unsupported` if the server does not have the list.
  public func profiles(
    in list: ProfileList, after cursor: RemoteCursor?
  ) async throws(TimelineError) -> ProfileListPage {
    var query = [HTTPAddress.QueryItem("limit", String(Self.profilesPerPage))]
    if let cursor { query += cursor.items ?? [.init("max_id", cursor.rawValue)] }
    if case .familiarFollowers(let account) = list { return try await familiarFollowers(of: account) }
    do throws(ServerFailure) {
      let response = try await client.get(address(of: list, query))
      let profiles = try client.value(of: response).elements.prefix(4 * Self.profilesPerPage)
        .compactMap(reader.profile)
      return ProfileListPage(profiles, next: PageLinks(response).next)
    } catch  where error.isUnknownEndpoint && !error.namesMissingResource {
      throw .unsupported(host: client.host)
    } catch {
      throw error.error
    }
  }

  /// Documentation, methods/accounts, “familiar followers”.
  private func familiarFollowers(of account: String) async throws(TimelineError) -> ProfileListPage {
    guard !client.isAnonymous else { throw .accountRequired(host: client.host) }
    do throws(ServerFailure) {
      let found = try await client.value(at: address(of: .familiarFollowers(of: account), []), of: .familiarFollowers)
      let entry = found.elements.first { $0["id"]?.text == account }
      return ProfileListPage(
        (entry?["accounts"]?.elements ?? []).prefix(4 * Self.profilesPerPage).compactMap(reader.profile))
    } catch  where error.lacksEndpoint {
      throw .unsupported(host: client.host)
    } catch {
      throw error.error
    }
  }

  private func address(of list: ProfileList, _ query: [HTTPAddress.QueryItem]) -> HTTPAddress {
    let server = client.server
    return switch list {
    case .followers(let account): server.at("api", "v1", "accounts", account, "followers", query: query)
    case .following(let account): server.at("api", "v1", "accounts", account, "following", query: query)
    case .likes(let post): server.at("api", "v1", "statuses", post.rawValue, "favourited_by", query: query)
    case .reposts(let post): server.at("api", "v1", "statuses", post.rawValue, "reblogged_by", query: query)
    case .muted: server.at("api", "v1", "mutes", query: query)
    case .blocked: server.at("api", "v1", "blocks", query: query)
    case .familiarFollowers(let account):
      server.at("api", "v1", "accounts", "familiar_followers", query: [.init("id[]", account)])
    }
  }
}
