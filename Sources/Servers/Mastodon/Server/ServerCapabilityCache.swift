import Domain
import FoundationEssentials
import Synchronization

/// The known capabilities of a server. Entries expire after a day.
final class ServerCapabilityCache: Sendable {
  /// Features that can only be detected by trying.
  enum Feature: Hashable, Sendable {
    case groupedNotifications, lists, followedTags, stream, mediaInBackground, sources, schedule, scheduledList, filters
    case phraseFilters, editableFilters, newFilters, conversations, heldNotifications, mergedNotifications
    case notificationPolicy, trends, trendingTags, trendingLinks, trendingPosts, suggestions, announcements
    case markers, familiarFollowers, preferences, search, profileSearch, blockedServers, combinedTags
  }

  private static let lifetime = 86_400.0

  private struct State {
    var capabilities: ServerCapabilities?
    var requestedAt: Date?
    var software: String?
    var softwareRequestedAt: Date?
    var unsupported: [Feature: (at: Date, failure: ServerFailure?)] = [:]
    var supported: [Feature: Date] = [:]
    var pageLimit = 40
    var accountID: String?
  }

  private let state = Mutex(State())

  /// Forgets everything.
  func reset() { state.withLock { $0 = State() } }

  /// The server's capabilities; nil if unknown or expired.
  func capabilities(now: Date) -> ServerCapabilities? {
    state.withLock { state in
      state.requestedAt.map { now.timeIntervalSince($0) < Self.lifetime } == true ? state.capabilities : nil
    }
  }

  /// The last known capabilities, also if they have expired; nil if unknown.
  var lastCapabilities: ServerCapabilities? { state.withLock(\.capabilities) }

  func record(_ capabilities: ServerCapabilities, now: Date) {
    state.withLock { ($0.capabilities, $0.requestedAt) = (capabilities, now) }
  }

  /// The server's software; nil if unknown or expired.
  func software(now: Date) -> String?? {
    state.withLock { state in
      guard let moment = state.softwareRequestedAt, now.timeIntervalSince(moment) < Self.lifetime else { return nil }
      return .some(state.software)
    }
  }

  func record(software: String?, now: Date) {
    state.withLock { ($0.software, $0.softwareRequestedAt) = (software, now) }
  }

  /// Marks a feature as unsupported for a day.
  /// - Parameter failure: the response of its endpoint, if there is only one.
  func markUnsupported(_ feature: Feature, _ failure: ServerFailure? = nil, now: Date) {
    state.withLock { $0.unsupported[feature] = (now, failure) }
  }

  func isUnsupported(_ feature: Feature, now: Date) -> Bool { unsupported(feature, now: now) != nil }

  /// The response of the endpoint of an unsupported feature; nil if it has not been requested within a day.
  func lastFailure(of feature: Feature, now: Date) -> ServerFailure? { unsupported(feature, now: now)?.failure }

  private func unsupported(_ feature: Feature, now: Date) -> (at: Date, failure: ServerFailure?)? {
    state.withLock { $0.unsupported[feature] }.flatMap { now.timeIntervalSince($0.at) < Self.lifetime ? $0 : nil }
  }

  /// Marks a feature as supported for a day, where a response does not always tell.
  func markSupported(_ feature: Feature, now: Date) {
    state.withLock { $0.supported[feature] = now }
  }

  func isSupported(_ feature: Feature, now: Date) -> Bool {
    state.withLock { $0.supported[feature].map { now.timeIntervalSince($0) < Self.lifetime } ?? false }
  }

  /// The account's ID at the server; nil if not requested yet.
  var accountID: String? {
    get { state.withLock(\.accountID) }
    set { state.withLock { $0.accountID = newValue } }
  }

  /// The maximum page size that the server accepts.
  var pageLimit: Int {
    get { state.withLock { $0.pageLimit } }
    set { state.withLock { $0.pageLimit = newValue } }
  }
}
