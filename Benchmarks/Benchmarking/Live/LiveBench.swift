import Glibc

/// Measures Tern on an account at a server, with much of it kept.
public struct LiveBench {
  /// What a busy stream tells in an hour: three posts a second.
  private static let eventsOfAnHour = 10_000
  private static let eventsASecond = 1_000
  /// So many seconds after the last question all connections that nobody uses are closed: what follows is rest.
  private static let closingTime = 70
  /// An answer of a slow server takes so many seconds.
  private static let slowness = 2.0

  private let tern: String
  private let posts: Int
  private let rounds: Int
  private let idleSeconds: Int
  private let workshop: Workshop
  private let say: (String) -> Void

  /// - Parameters:
  ///   - posts: as many as are kept.
  ///   - rounds: how often the program is started, and a new post comes.
  ///   - say: takes what is going on, a line at a time.
  public init(
    tern: String, posts: Int, rounds: Int, idleSeconds: Int, workshop: Workshop, say: @escaping (String) -> Void
  ) {
    self.tern = tern
    self.posts = posts
    self.rounds = rounds
    self.idleSeconds = idleSeconds
    self.workshop = workshop
    self.say = say
  }

  /// What can be put into a page as it is.
  public func run() throws -> String {
    let crowd = Machine.crowd
    var failures: [String] = []
    var figures = LiveFigures()
    /// One that cannot be measured is no reason to leave out the others.
    func attempt(_ what: String, _ body: () throws -> Void) {
      say(what)
      do { try body() } catch { failures.append("Not measured: \(what) (\(error)).") }
    }
    say("keeping \(posts.grouped) posts")
    let account = try LiveAccount(tern: tern, posts: posts, workshop)
    for network in LiveFigures.Network.allCases {
      attempt("the start, network \(network.rawValue)") { figures.starts[network] = try start(account, network) }
    }
    attempt("the keys") { try keys(account, &figures) }
    attempt("idle for \(idleSeconds) seconds") { try idle(account, &figures) }
    attempt("requests of a start") { try traffic(account, &figures) }
    // These come last: the timeline grows.
    attempt("from an event to the screen") { figures.event = try event(account) }
    attempt("keys under \(Self.eventsASecond.grouped) events a second") {
      figures.nextUnderLoad = try keysUnderLoad(account)
    }
    attempt("an hour of a busy stream") { figures.memoryAfterHour = try hour(account) }
    let busy = crowd.map { " The machine was at work: \(Int($0.rounded(.up))) other programs wanted a core." } ?? ""
    return """
      \(LiveTable(figures: figures).markdown)
      \(posts.grouped) posts kept. \(Machine.description).\(busy)\(failures.map { " " + $0 }.joined())
      """
  }
}

extension LiveBench {
  private func start(_ account: LiveAccount, _ network: LiveFigures.Network) throws -> Sample {
    if network == .slow { account.server.delay(Self.slowness) }
    if network == .cut { account.server.listens(false) }
    defer {
      account.server.delay(0)
      account.server.listens(true)
    }
    // What a server answers after that, or that it does not, is another screen.
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

  private func idle(_ account: LiveAccount, _ figures: inout LiveFigures) throws {
    let kinds = [false, true]
    let found = IdleMeasure.run(
      kinds.map { account.subject(streams: $0) }, after: Self.closingTime, seconds: idleSeconds, workshop: workshop)
    for (streams, wakeUps) in zip(kinds, found) { figures.wakeUps[streams] = wakeUps }
  }

  private func opened(_ account: LiveAccount) throws -> Session {
    let session = try Session(account.subject(streams: true), size: .large, workshop: workshop)
    // It begins with whatever is the newest by now; the stream is there a moment later.
    try session.waitForWriting()
    return session
  }

  /// From the word to the server to the last byte of what changes on the screen.
  private func event(_ account: LiveAccount) throws -> Sample {
    let session = try opened(account)
    return Sample(
      try (0..<rounds * 2).compactMap { _ in
        usleep(400_000)
        return try session.answer { account.server.emit(1) }?.last.milliseconds
      })
  }

  /// Each `j` waits until the mark of the selection has been drawn anew.
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
    try session.settle(.seconds(3), patience: .seconds(120))
    return session.residentMemory
  }

  /// To the first post, and a while after that, for what nobody waits for.
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
      // What a server answers after that is drawn while it comes, and belongs to the same burst.
      let time = try session.waitForScreen(with: SamplePost.marker(0), quiet: .zero).milliseconds
      try session.settle(.seconds(3), patience: .seconds(10))
      figures.traffic.append((name, time, try account.server.traffic()))
    }
  }
}
