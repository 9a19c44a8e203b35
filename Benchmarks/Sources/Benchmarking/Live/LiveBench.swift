import Glibc

/// Measures Tern with an account at a server and a large cache.
public struct LiveBench {
  /// The events of a busy stream in an hour, at three posts a second.
  private static let eventsOfAnHour = 10_000
  private static let eventsASecond = 1_000
  /// In seconds. Idle connections are closed this long after the last request; then the program is idle.
  private static let closingTime = 70
  /// The response time of a slow server, in seconds.
  private static let slowResponseTime = 2.0

  private let tern: String
  private let posts: Int
  private let rounds: Int
  private let idleSeconds: Int
  private let workshop: Workshop
  private let printProgress: (String) -> Void

  /// - Parameters:
  ///   - posts: The number of cached posts.
  ///   - rounds: The number of starts, and of new posts.
  ///   - printProgress: Called with each line of progress.
  public init(
    tern: String, posts: Int, rounds: Int, idleSeconds: Int, workshop: Workshop,
    printProgress: @escaping (String) -> Void
  ) {
    self.tern = tern
    self.posts = posts
    self.rounds = rounds
    self.idleSeconds = idleSeconds
    self.workshop = workshop
    self.printProgress = printProgress
  }

  /// The results in Markdown.
  /// - Throws: `BenchmarkError` if the account cannot be prepared.
  public func run() throws -> String {
    let runnableProcesses = Machine.runnableProcesses
    var failures: [String] = []
    var figures = LiveFigures()
    /// A failing measurement must not prevent the others.
    func attempt(_ what: String, _ body: () throws -> Void) {
      printProgress(what)
      do { try body() } catch { failures.append("Not measured: \(what) (\(error)).") }
    }
    printProgress("keeping \(posts.grouped) posts")
    let account = try LiveAccount(tern: tern, posts: posts, workshop)
    for network in LiveFigures.Network.allCases {
      attempt("the start, network \(network.rawValue)") { figures.starts[network] = try start(account, network) }
    }
    attempt("the keys") { try keys(account, &figures) }
    attempt("the Home of three accounts") { try homeOfThree(&figures) }
    attempt("idle for \(idleSeconds) seconds") { try idle(account, &figures) }
    attempt("requests of a start") { try traffic(account, &figures) }
    // These are last, because they add posts to the timeline.
    attempt("from an event to the screen") { figures.event = try event(account) }
    attempt("keys under \(Self.eventsASecond.grouped) events a second") {
      figures.nextUnderLoad = try keysUnderLoad(account)
    }
    attempt("an hour of a busy stream") { figures.memoryAfterHour = try hour(account) }
    let busy =
      runnableProcesses.map { " The machine was busy: \(Int($0.rounded(.up))) other programs were running." } ?? ""
    return """
      \(LiveTable(figures: figures).markdown)
      \(posts.grouped) posts kept. \(Machine.description).\(busy)\(failures.map { " " + $0 }.joined())
      """
  }
}

extension LiveBench {
  private func start(_ account: LiveAccount, _ network: LiveFigures.Network) throws -> Sample {
    if network == .slow { account.server.delay(Self.slowResponseTime) }
    if network == .cut { account.server.setListening(false) }
    defer {
      account.server.delay(0)
      account.server.setListening(true)
    }
    // The server's response, or its failure, changes the screen again.
    return try StartMeasure.run(
      account.subject(streams: true), rounds: rounds, quiet: .milliseconds(3), workshop: workshop)
  }

  private func keys(_ account: LiveAccount, _ figures: inout LiveFigures) throws {
    let session = try Session(account.subject(streams: true), size: .large, workshop: workshop)
    var measured = Figures(start: Sample([]))
    try KeyMeasure(session)?.run(into: &measured)
    figures.next = measured.scroll?.last
    figures.memory = measured.memory
  }

  private func homeOfThree(_ figures: inout LiveFigures) throws {
    let accounts = try LiveAccount(tern: tern, posts: posts, accounts: 3, workshop)
    let subject = accounts.subject(streams: true)
    figures.startOfThree = try StartMeasure.run(subject, rounds: rounds, quiet: .milliseconds(3), workshop: workshop)
    var measured = Figures(start: Sample([]))
    try KeyMeasure(Session(subject, size: .large, workshop: workshop))?.run(into: &measured)
    figures.nextOfThree = measured.scroll?.last
  }

  private func idle(_ account: LiveAccount, _ figures: inout LiveFigures) throws {
    let kinds = [false, true]
    let found = IdleMeasure.run(
      kinds.map { account.subject(streams: $0) }, after: Self.closingTime, seconds: idleSeconds, workshop: workshop)
    for (streams, wakeUps) in zip(kinds, found) { figures.wakeUps[streams] = wakeUps }
  }

  private func opened(_ account: LiveAccount) throws -> Session {
    let session = try Session(account.subject(streams: true), size: .large, workshop: workshop)
    // The newest posts are loaded first; the stream starts a moment later.
    try session.waitForWriting()
    return session
  }

  /// The time from the server's event to the last byte of the change on the screen.
  private func event(_ account: LiveAccount) throws -> Sample {
    let session = try opened(account)
    return Sample(
      try (0..<rounds * 2).compactMap { _ in
        usleep(400_000)
        return try session.response { account.server.emit(1) }?.last.milliseconds
      })
  }

  /// Each `j` waits until the selection marker is redrawn.
  private func keysUnderLoad(_ account: LiveAccount) throws -> Sample {
    let session = try opened(account)
    let presses = rounds * 20
    account.server.emit(Self.eventsASecond * max(3, presses / 30), rate: Self.eventsASecond)
    usleep(500_000)
    return Sample(
      try (0..<presses).map { number in
        try session.press(number.isMultiple(of: 2) ? "j" : "k", until: "▌").milliseconds
      })
  }

  private func hour(_ account: LiveAccount) throws -> Int? {
    let session = try opened(account)
    account.server.emit(Self.eventsOfAnHour, rate: Self.eventsASecond)
    try session.settle(.seconds(3), timeout: .seconds(120))
    return session.residentMemory
  }

  /// Counts requests until the first post is shown and for a while afterwards, to include background requests.
  private func traffic(_ account: LiveAccount, _ figures: inout LiveFigures) throws {
    var subjects = [
      ("tern, with what is kept", account.subject(streams: true)), ("tern, the first time", try account.newcomer(1)),
    ]
    let server = { (_: Int) in account.server }
    let others: [any Contestant] = [TootContestant(server: server), TooiContestant(server: server)]
    for other in others where other.version(workshop) != nil {
      subjects += try other.subjects(lengths: [posts], workshop).map { (other.name, $0) }
    }
    for (name, subject) in subjects {
      _ = try account.server.traffic()
      let session = try Session(subject, size: .small, workshop: workshop)
      // The response is drawn in the same burst.
      let time = try session.waitForScreen(with: SamplePost.marker(0), quiet: .zero).milliseconds
      try session.settle(.seconds(3), timeout: .seconds(10))
      figures.traffic.append((name, time, try account.server.traffic()))
    }
  }
}
