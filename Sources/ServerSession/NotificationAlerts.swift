import Domain
import FoundationEssentials
import Runtime

/// Calls the person when notifications come by themselves: by the terminal's bell, by a command of theirs, or both.
@MainActor
public final class NotificationAlerts {
  /// What the person wants.
  public struct Settings: Sendable {
    public var ringsBell: Bool
    /// Blank for none.
    public var command: String

    public init(ringsBell: Bool, command: String) {
      self.ringsBell = ringsBell
      self.command = command
    }
  }

  /// Runs a command with more variables in its environment; returns when it has ended, and ends it where it is cancelled.
  public typealias Run = @Sendable (_ command: String, _ variables: [String: String]) async -> Void

  /// Of what comes at once so many are told of, the newest: more have come while nobody followed.
  static let maxAtOnce = 5
  /// So many wait for the command; what comes then is not told of.
  static let maxWaiting = 8
  /// In seconds.
  static let (bellInterval, timeLimit) = (1.0, 30.0)

  private let clock: any WallClock
  private let runner: TaskRunner
  private let pendingActions: @MainActor () -> Settings
  private let ring: @MainActor () -> Void
  private let run: Run
  private var hearing: Task<Void, Never>?
  private var telling: Task<Void, Never>?
  private var waiting: [(command: String, alert: NotificationAlert)] = []
  private var lastBell: Date?

  /// - Parameters:
  ///   - wishes: as they are at the moment.
  ///   - ring: rings the terminal's bell.
  public init(
    clock: any WallClock, runner: TaskRunner, pendingActions: @escaping @MainActor () -> Settings,
    ring: @escaping @MainActor () -> Void, run: @escaping Run
  ) {
    self.clock = clock
    self.runner = runner
    self.pendingActions = pendingActions
    self.ring = ring
    self.run = run
  }

  deinit {
    hearing?.cancel()
    telling?.cancel()
  }

  /// Tells of all that is heard from now on.
  public func listen(to arrivals: AsyncStream<NewNotifications>) {
    hearing = runner.start(for: self) { [weak self] in
      for await arrived in arrivals { self?.notify(arrived) }
    }
  }

  func notify(_ arrived: NewNotifications) {
    let pendingActions = pendingActions()
    let news = arrived.posts.filter { $0.notification != nil }.prefix(Self.maxAtOnce)
    guard !news.isEmpty else { return }
    if pendingActions.ringsBell { ringOnce() }
    guard pendingActions.command.contains(where: { !$0.isWhitespace }) else { return }
    // As they have come.
    for post in news.reversed() where waiting.count < Self.maxWaiting {
      waiting.append((pendingActions.command, NotificationAlert(post, account: arrived.account)))
    }
    if telling == nil { telling = runner.start(for: self) { [weak self] in await self?.notifyAll() } }
  }

  private func ringOnce() {
    let now = clock.now
    if let lastBell, abs(now.timeIntervalSince(lastBell)) < Self.bellInterval { return }
    lastBell = now
    ring()
  }

  /// One after the other.
  private func notifyAll() async {
    while !Task.isCancelled, !waiting.isEmpty {
      let (command, alert) = waiting.removeFirst()
      await withTaskGroup(of: Void.self) { [run, clock] group in
        group.addTask { await run(command, alert.variables) }
        group.addTask { _ = try? await clock.sleep(seconds: Self.timeLimit) }
        await group.next()
        group.cancelAll()
      }
    }
    telling = nil
  }
}

/// Notifications that have come by themselves, the newest first.
public struct NewNotifications: Sendable {
  public var account: AccountID
  public var posts: [Post]

  public init(account: AccountID, posts: [Post]) {
    self.account = account
    self.posts = posts
  }
}

/// A notification as a command is told of it: in one line each, bounded, and without what could drive a terminal.
struct NotificationAlert: Hashable {
  /// In characters of Unicode.
  private static let (maxText, maxAddress) = (500, 2_000)

  var variables: [String: String]

  init(_ post: Post, account: AccountID) {
    let told = post.notification
    let from = told?.people.first ?? post.author
    let text = post.isPost ? post.warning.flatMap { $0.isEmpty ? nil : $0 } ?? post.text.plain : ""
    variables = [
      "TERN_ACCOUNT": Self.line("@" + account.key), "TERN_KIND": Self.line(told?.kind.rawValue ?? ""),
      "TERN_FROM": Self.line(from.map { "\($0.briefName) (@\($0.handle))" } ?? ""), "TERN_TEXT": Self.line(text),
      "TERN_URL": Self.address(post.url ?? from?.details?.url),
    ]
  }

  /// Cut before it is looked through: a text may be as long as an answer.
  private static func line(_ text: String) -> String {
    let scalars = text.unicodeScalars.prefix(4 * maxText).map { $0.endsLine ? " " : $0 }
    let harmless = scalars.filter { !$0.drivesTerminals }
    let whole = String(String.UnicodeScalarView(harmless)).split(separator: " ").joined(separator: " ")
    guard whole.unicodeScalars.count > maxText else { return whole }
    return String(String.UnicodeScalarView(whole.unicodeScalars.prefix(maxText - 1))) + "…"
  }

  /// Whole, or not at all.
  private static func address(_ text: String?) -> String {
    guard let text, text.hasPrefix("https://") || text.hasPrefix("http://"), text.utf8.count <= maxAddress,
      text.unicodeScalars.allSatisfy({ !$0.endsLine && !$0.drivesTerminals && $0 != " " })
    else { return "" }
    return text
  }
}

extension Unicode.Scalar {
  fileprivate var endsLine: Bool {
    switch properties.generalCategory {
    case .lineSeparator, .paragraphSeparator: true
    default: [0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x85].contains(value)
    }
  }

  /// Controls, and what changes the direction of a text.
  fileprivate var drivesTerminals: Bool {
    properties.generalCategory == .control || 0x202A...0x202E ~= value || 0x2066...0x2069 ~= value
  }
}
