import Domain
import Formats
import FoundationEssentials
import Network
import Runtime

/// The timelines of an account at a server with Mastodon's API.
public final class MastodonTimelines: RemoteServer {
  let client: MastodonClient
  let account: AccountID?
  let capabilityCache: ServerCapabilityCache
  /// The language to translate posts to, by ISO 639; nil for that of the account.
  let language: String?
  let random: @Sendable (ClosedRange<Double>) -> Double

  /// - Parameters:
  ///   - account: the account to assign posts to.
  ///   - capabilities: known capabilities of the server; nil to request them.
  ///   - language: the language to translate posts to, by ISO 639; nil for that of the account.
  ///   - random: returns a number in a range, for the jitter of reconnects.
  public init(
    client: MastodonClient, account: AccountID?, capabilities: ServerCapabilities? = nil, language: String? = nil,
    random: @escaping @Sendable (ClosedRange<Double>) -> Double = { Double.random(in: $0) }
  ) {
    self.client = client
    self.account = account
    self.language = language
    self.random = random
    capabilityCache = client.capabilityCache
    if let capabilities { capabilityCache.record(capabilities, now: client.clock.now) }
  }

  /// The server's capabilities, requested at most once a day.
  public func capabilities() async throws(TimelineError) -> ServerCapabilities {
    do throws(ServerFailure) {
      return try await client.capabilities()
    } catch {
      throw error.error
    }
  }

  public var host: String { client.host }

  public var hasSpareRequests: Bool { client.hasSpareRequests }

  var now: Date { client.clock.now }

  /// A reader for one response. It reads each account once.
  var reader: MastodonStatusReader { MastodonStatusReader(host: client.host) }

  /// An entry with the verdicts of the user's filters in its status.
  func filtered(_ entry: Post, by status: JSONValue, in scope: FilterScope) -> Post {
    MastodonFilter(of: status, in: scope, now: now).applied(to: entry, owner: account?.key)
  }
}

extension MastodonTimelines {
  public func overview() async throws(TimelineError) -> TimelineOverview {
    async let capabilities = result { () throws(TimelineError) in try await self.capabilities() }
    async let lists = lists()
    async let tags = followedTags()
    let profile: Profile?
    do throws(ServerFailure) {
      profile = reader.profile(try await client.ownAccount())
    } catch {
      throw error.error
    }
    let access = try await capabilities.get()
    var timelines: [ListedTimeline] = [ListedTimeline(.home), ListedTimeline(.notifications)]
    if !capabilityCache.isUnsupported(.conversations, now: now) { timelines.append(ListedTimeline(.conversations)) }
    if access.localAccess != .disabled { timelines.append(ListedTimeline(.local)) }
    if access.federatedAccess != .disabled { timelines.append(ListedTimeline(.federated)) }
    timelines += [ListedTimeline(.favourites), ListedTimeline(.bookmarks)]
    return TimelineOverview(profile: profile, timelines: try await timelines + lists.get() + tags.get())
  }

  private func result<Value: Sendable>(
    _ operation: () async throws(TimelineError) -> Value
  ) async -> Result<Value, TimelineError> {
    do throws(TimelineError) {
      return .success(try await operation())
    } catch {
      return .failure(error)
    }
  }

  private func lists() async -> Result<[ListedTimeline], TimelineError> {
    await listed(.lists, at: client.server.at("api", "v1", "lists")) { list in
      list["id"]?.text.map { ListedTimeline(.list($0), title: list["title"]?.name) }
    }
  }

  private func followedTags() async -> Result<[ListedTimeline], TimelineError> {
    await listed(.followedTags, at: client.server.at("api", "v1", "followed_tags"), limit: 200) { tag in
      tag["name"]?.name.map { ListedTimeline(.tag($0)) }
    }
  }

  /// More tabs are not useful.
  private static let maxListed = 500

  /// The listed timelines; empty if the server does not support them.
  private func listed(
    _ feature: ServerCapabilityCache.Feature, at endpoint: HTTPAddress, limit: Int? = nil,
    _ read: (JSONValue) -> ListedTimeline?
  ) async -> Result<[ListedTimeline], TimelineError> {
    var address = endpoint
    if let limit { address.query = [.init("limit", String(limit))] }
    do throws(ServerFailure) {
      return .success(
        try await client.value(at: address, of: feature).elements.prefix(Self.maxListed).compactMap(read)
          .uniqued(on: \.id))
    } catch  where error.isUnknownEndpoint || error.isRefusedEndpoint {
      return .success([])
    } catch  where limit != nil && error.pageLimitNumbers != nil {
      return await listed(feature, at: endpoint, limit: error.pageLimit(below: limit ?? 0), read)
    } catch  where error.status == 400 && !error.endsSession {
      // The token has fewer scopes.
      return .success([])
    } catch {
      return .failure(error.error)
    }
  }
}

extension MastodonClient {
  var credentialsAddress: HTTPAddress { server.at("api", "v1", "accounts", "verify_credentials") }
}
