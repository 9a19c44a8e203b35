import Domain
import FoundationEssentials
import Runtime

/// Alerts the user of new notifications by the terminal's bell, by a command, or both.
@MainActor
public final class NotificationAlerts {
  public struct Settings: Sendable {
    public var ringsBell: Bool
    /// Blank if missing.
    public var command: String

    public init(ringsBell: Bool, command: String) {
      self.ringsBell = ringsBell
      self.command = command
    }
  }

  /// Runs a command with additional environment variables. Returns when it has ended, and terminates it when cancelled.
  public typealias Run = @Sendable (_ command: String, _ variables: [String: String]) async -> Void

  /// The maximum number of notifications reported together, newest first: after an interruption there may be many.
  static let maxAtOnce = 5
  /// The maximum number of alerts queued for the command; later ones are dropped.
  static let maxWaiting = 8
  static let (bellInterval, timeLimit) = (1.0, 30.0)  // seconds

  private let clock: any WallClock
  private let runner: TaskRunner
  private let settings: @MainActor () -> Settings
  private let ring: @MainActor () -> Void
  private let run: Run
  private var listenTask: Task<Void, Never>?
  private var commandTask: Task<Void, Never>?
  private var waiting: [(command: String, alert: NotificationAlert)] = []
  private var lastBell: Date?

  /// - Parameters:
  ///   - settings: returns the current settings.
  ///   - ring: rings the terminal's bell.
  ///   - run: runs the user's command.
  public init(
    clock: any WallClock, runner: TaskRunner, settings: @escaping @MainActor () -> Settings,
    ring: @escaping @MainActor () -> Void, run: @escaping Run
  ) {
    self.clock = clock
    self.runner = runner
    self.settings = settings
    self.ring = ring
    self.run = run
  }

  deinit {
    listenTask?.cancel()
    commandTask?.cancel()
  }

  /// Alerts of all notifications in a stream.
  public func listen(to notifications: AsyncStream<NewNotifications>) {
    listenTask = runner.start(for: self) { [weak self] in
      for await new in notifications { self?.alert(of: new) }
    }
  }

  func alert(of new: NewNotifications) {
    let settings = settings()
    let posts = new.posts.filter { $0.notification != nil }.prefix(Self.maxAtOnce)
    guard !posts.isEmpty else { return }
    if settings.ringsBell { ringOnce() }
    guard settings.command.contains(where: { !$0.isWhitespace }) else { return }
    // Oldest first.
    for post in posts.reversed() where waiting.count < Self.maxWaiting {
      waiting.append((settings.command, NotificationAlert(post, account: new.account)))
    }
    if commandTask == nil { commandTask = runner.start(for: self) { [weak self] in await self?.runQueuedCommands() } }
  }

  private func ringOnce() {
    let now = clock.now
    if let lastBell, abs(now.timeIntervalSince(lastBell)) < Self.bellInterval { return }
    lastBell = now
    ring()
  }

  /// Runs the command for each queued alert, one at a time.
  private func runQueuedCommands() async {
    while !Task.isCancelled, !waiting.isEmpty {
      let (command, alert) = waiting.removeFirst()
      await withTaskGroup(of: Void.self) { [run, clock] group in
        group.addTask { await run(command, alert.variables) }
        group.addTask { _ = try? await clock.sleep(seconds: Self.timeLimit) }
        await group.next()
        group.cancelAll()
      }
    }
    commandTask = nil
  }
}

/// New notifications of an account, newest first.
public struct NewNotifications: Sendable {
  public var account: AccountID
  public var posts: [Post]

  public init(account: AccountID, posts: [Post]) {
    self.account = account
    self.posts = posts
  }
}

/// The environment variables that describe a notification to a command. Each value is a single line, limited in length,
/// without control characters.
struct NotificationAlert: Hashable {
  /// In Unicode scalars.
  private static let (maxText, maxAddress) = (500, 2_000)

  var variables: [String: String]

  init(_ post: Post, account: AccountID) {
    let notification = post.notification
    let from = notification?.profiles.first ?? post.author
    let text = post.isPost ? post.warning.flatMap { $0.isEmpty ? nil : $0 } ?? post.text.plain : ""
    variables = [
      "TERN_ACCOUNT": Self.line("@" + account.key), "TERN_KIND": Self.line(notification?.kind.rawValue ?? ""),
      "TERN_FROM": Self.line(from.map { "\($0.briefName) (@\($0.handle))" } ?? ""), "TERN_TEXT": Self.line(text),
      "TERN_URL": Self.address(post.url ?? from?.details?.url),
    ]
  }

  /// Truncated before it is examined: text may be as long as a response.
  private static func line(_ text: String) -> String {
    let scalars = text.unicodeScalars.prefix(4 * maxText).map { $0.unescapedControl ?? $0 }.map {
      $0.endsLine ? " " : $0
    }
    let harmless = scalars.filter { !$0.isTerminalControl }
    let whole = String(String.UnicodeScalarView(harmless)).split(separator: " ").joined(separator: " ")
    guard whole.unicodeScalars.count > maxText else { return whole }
    return String(String.UnicodeScalarView(whole.unicodeScalars.prefix(maxText - 1))) + "…"
  }

  /// The complete address, or an empty string.
  private static func address(_ text: String?) -> String {
    guard let text, text.hasPrefix("https://") || text.hasPrefix("http://"), text.utf8.count <= maxAddress,
      text.unicodeScalars.allSatisfy({ !$0.endsLine && !$0.isTerminalControl && $0 != " " })
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

  /// Control characters, and those that change the text direction.
  fileprivate var isTerminalControl: Bool {
    properties.generalCategory == .control || needsEscaping || unescapedControl != nil
  }
}
