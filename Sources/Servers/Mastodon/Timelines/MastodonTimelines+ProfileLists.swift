import Domain
import Formats
import Network

extension MastodonTimelines {
  /// The most relationships that servers return at once; lists may be longer.
  private static let profilesPerPage = 40

  /// A page of a list of accounts (documentation, methods/accounts, statuses, mutes and blocks).
  /// - Throws: `unsupported` if the server does not have the list; another error if the request failed.
  public func profiles(
    in list: ProfileList, after cursor: RemoteCursor?
  ) async throws(TimelineError) -> ProfileListPage {
    var query = [HTTPAddress.QueryItem("limit", String(Self.profilesPerPage))]
    if let cursor { query += cursor.items ?? [.init("max_id", cursor.rawValue)] }
    do throws(ServerFailure) {
      let response = try await client.get(client.server.at(["api", "v1"] + list.path, query: query))
      let profiles = try client.value(of: response).elements.prefix(4 * Self.profilesPerPage)
        .compactMap(reader.profile)
      return ProfileListPage(profiles, next: PageLinks(response).next)
    } catch  where error.isUnknownEndpoint && !error.namesMissingResource {
      throw .unsupported(host: client.host)
    } catch {
      throw error.error
    }
  }
}

extension ProfileList {
  fileprivate var path: [String] {
    switch self {
    case .followers(let account): ["accounts", account, "followers"]
    case .following(let account): ["accounts", account, "following"]
    case .likes(let post): ["statuses", post.rawValue, "favourited_by"]
    case .reposts(let post): ["statuses", post.rawValue, "reblogged_by"]
    case .muted: ["mutes"]
    case .blocked: ["blocks"]
    }
  }
}
