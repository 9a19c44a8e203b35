import Domain
import FoundationEssentials
import Synchronization

/// What is known of what a server can do, for a day at a time.
final class ServerCapabilityCache: Sendable {
  /// What only trying tells.
  enum Question: Hashable, Sendable {
    case groupedNotifications, lists, followedTags, stream, mediaInBackground, sources, schedule, filters, phraseFilters
  }

  private static let lifetime = 86_400.0

  private struct State {
    var abilities: ServerCapabilities?
    var askedAt: Date?
    var software: String?
    var softwareAskedAt: Date?
    var off: [Question: Date] = [:]
    var pageLimit = 40
    var credentials: Credentials?
  }

  /// What the server says of the account that asks.
  struct Credentials: Sendable {
    var id: String?
    /// Who may read what it publishes where nothing else is said; nil where the server does not say.
    var defaultVisibility: Visibility?
    /// When the visibility was asked for; nil where it was not.
    var askedAt: Date?
  }

  private let state = Mutex(State())

  /// nil where they are not known, or not any more.
  func abilities(now: Date) -> ServerCapabilities? {
    state.withLock { state in
      state.askedAt.map { now.timeIntervalSince($0) < Self.lifetime } == true ? state.abilities : nil
    }
  }

  func learn(_ abilities: ServerCapabilities, now: Date) {
    state.withLock { ($0.abilities, $0.askedAt) = (abilities, now) }
  }

  /// The server's program; nil where it is not known, or not any more.
  func software(now: Date) -> String?? {
    state.withLock { state in
      guard let moment = state.softwareAskedAt, now.timeIntervalSince(moment) < Self.lifetime else { return nil }
      return .some(state.software)
    }
  }

  func learn(software: String?, now: Date) {
    state.withLock { ($0.software, $0.softwareAskedAt) = (software, now) }
  }

  /// The server does not know the question.
  func turnOff(_ question: Question, now: Date) {
    state.withLock { $0.off[question] = now }
  }

  func isOff(_ question: Question, now: Date) -> Bool {
    state.withLock { $0.off[question].map { now.timeIntervalSince($0) < Self.lifetime } ?? false }
  }

  /// nil where they have not been asked for.
  var credentials: Credentials? {
    get { state.withLock(\.credentials) }
    set { state.withLock { $0.credentials = newValue } }
  }

  /// How many entries the server may be asked for at once.
  var pageLimit: Int {
    get { state.withLock { $0.pageLimit } }
    set { state.withLock { $0.pageLimit = newValue } }
  }
}
