import Domain
import Formats
import FoundationEssentials
import Network
import Runtime

/// The timelines of an account at a server that speaks Mastodon's API.
public final class MastodonTimelines: RemoteServer {
  let client: MastodonClient
  let account: AccountID?
  let known: ServerCapabilityCache
  let random: @Sendable (ClosedRange<Double>) -> Double

  /// - Parameters:
  ///   - account: whose posts they become.
  ///   - abilities: what the server has said of itself before; it is asked where that is nil.
  ///   - random: for pauses, so that not all clients of a server come back at the same moment.
  public init(
    client: MastodonClient, account: AccountID?, abilities: ServerCapabilities? = nil,
    random: @escaping @Sendable (ClosedRange<Double>) -> Double = { Double.random(in: $0) }
  ) {
    self.client = client
    self.account = account
    self.random = random
    known = client.known
    if let abilities { known.learn(abilities, now: client.clock.now) }
  }

  /// What the server says that it can do; it is asked at most once a day.
  public func abilities() async throws(TimelineError) -> ServerCapabilities {
    do throws(ServerFailure) {
      return try await client.abilities()
    } catch {
      throw error.error
    }
  }

  public var hasRoom: Bool { client.hasRoom }

  var now: Date { client.clock.now }

  /// For one answer: people are known but once in it.
  var reader: MastodonStatusReader { MastodonStatusReader(host: client.host) }
}

extension MastodonTimelines {
  public func overview() async throws(TimelineError) -> TimelineOverview {
    async let abilities = answer { () throws(TimelineError) in try await self.abilities() }
    async let lists = lists()
    async let tags = followedTags()
    let profile: Profile?
    do throws(ServerFailure) {
      profile = reader.profile(try await client.value(at: client.credentialsAddress))
    } catch {
      throw error.error
    }
    let access = try await abilities.get()
    var timelines: [ListedTimeline] = [ListedTimeline(.home), ListedTimeline(.notifications)]
    if access.localAccess != .nobody { timelines.append(ListedTimeline(.local)) }
    if access.federatedAccess != .nobody { timelines.append(ListedTimeline(.federated)) }
    timelines += [ListedTimeline(.favourites), ListedTimeline(.bookmarks)]
    return TimelineOverview(profile: profile, timelines: try await timelines + lists.get() + tags.get())
  }

  private func answer<Value: Sendable>(
    _ question: () async throws(TimelineError) -> Value
  ) async -> Result<Value, TimelineError> {
    do throws(TimelineError) {
      return .success(try await question())
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

  /// Nobody looks through more tabs.
  private static let mostListed = 500

  /// None where the server does not have such things.
  private func listed(
    _ question: ServerCapabilityCache.Question, at place: HTTPAddress, limit: Int? = nil,
    _ read: (JSONValue) -> ListedTimeline?
  ) async -> Result<[ListedTimeline], TimelineError> {
    guard !known.isOff(question, now: now) else { return .success([]) }
    var address = place
    if let limit { address.query = [.init("limit", String(limit))] }
    do throws(ServerFailure) {
      return .success(try await client.value(at: address).elements.prefix(Self.mostListed).compactMap(read).uniqued())
    } catch  where error.isUnknownQuestion {
      known.turnOff(question, now: now)
      return .success([])
    } catch  where limit != nil && error.limitNumbers != nil {
      return await listed(question, at: place, limit: error.pageLimit(below: limit ?? 0), read)
    } catch  where (error.status == 403 || error.status == 400) && !error.endsSession {
      // The token is good for less.
      return .success([])
    } catch {
      return .failure(error.error)
    }
  }
}

extension MastodonClient {
  var credentialsAddress: HTTPAddress { server.at("api", "v1", "accounts", "verify_credentials") }
}

extension [ListedTimeline] {
  fileprivate func uniqued() -> Self {
    var seen: Set<TimelineID> = []
    return filter { seen.insert($0.id).inserted }
  }
}
