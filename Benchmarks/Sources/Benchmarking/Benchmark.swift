import FoundationEssentials

/// Measures Tern and the other installed programs.
public struct Benchmark {
  private let tern: String
  private let bare: String
  private let lengths: [Int]
  private let rounds: Int
  private let only: Set<String>
  private let idleSeconds: Int
  private let workshop: Workshop
  private let printProgress: (String) -> Void

  /// - Parameters:
  ///   - lengths: The lengths of the timelines, in posts.
  ///   - rounds: The number of starts of each program.
  ///   - only: The names of the programs to measure; empty for all.
  ///   - printProgress: Called with each line of progress.
  public init(
    tern: String, bare: String, lengths: [Int], rounds: Int, only: [String], idleSeconds: Int, workshop: Workshop,
    printProgress: @escaping (String) -> Void
  ) {
    self.tern = tern
    self.bare = bare
    self.lengths = lengths.sorted()
    self.rounds = rounds
    self.only = Set(only)
    self.idleSeconds = idleSeconds
    self.workshop = workshop
    self.printProgress = printProgress
  }

  /// The results in Markdown.
  public func run() -> String {
    var servers: [Int: MastodonServer] = [:]
    let server = { (posts: Int) throws -> MastodonServer in
      if let server = servers[posts] { return server }
      let server = try MastodonServer(posts: posts, workshop)
      servers[posts] = server
      return server
    }
    let contestants: [any Contestant] = [
      TernContestant(path: tern), BareContestant(path: bare), NewsboatContestant(), TigContestant(),
      TootContestant(server: server), TooiContestant(server: server),
    ]
    let runnableProcesses = Machine.runnableProcesses
    var versions: [String] = []
    var notMeasured: [String] = []
    var measured: [(subject: Subject, figures: Figures)] = []
    for contestant in contestants where only.isEmpty || only.contains(contestant.name) {
      guard let version = contestant.version(workshop) else {
        notMeasured.append("\(contestant.name) (not installed)")
        continue
      }
      if let number = version.firstMatch(of: /\d+(\.\d+)+/)?.output.0 {
        versions.append("\(contestant.name) \(number)")
      }
      do {
        printProgress("\(contestant.name): generating timelines")
        for subject in try contestant.subjects(lengths: lengths, workshop) {
          measured.append((subject, try measure(subject)))
        }
      } catch {
        notMeasured.append("\(contestant.name) (\(error))")
      }
    }
    printProgress("all programs, idle for \(idleSeconds) seconds")
    let wakeUps = IdleMeasure.run(measured.map(\.subject), seconds: idleSeconds, workshop: workshop)
    let rows = zip(measured, wakeUps).map { measured, wakeUps in
      var figures = measured.figures
      figures.wakeUps = wakeUps
      return Row(name: measured.subject.name, length: measured.subject.length, figures: figures)
    }
    let absent = notMeasured.isEmpty ? "" : " Not measured: \(notMeasured.joined(separator: ", "))."
    let busy =
      runnableProcesses.map { " The machine was busy: \(Int($0.rounded(.up))) other programs were running." } ?? ""
    return """
      \(ResultTable(rows: rows).markdown)
      \(Machine.description). \(versions.joined(separator: ", ")).\(busy)\(absent)
      """
  }

  private func measure(_ subject: Subject) throws -> Figures {
    printProgress("\(subject.name), \(subject.length): the start")
    var figures = Figures(start: try StartMeasure.run(subject, rounds: rounds, workshop: workshop))
    printProgress("\(subject.name), \(subject.length): the keys")
    let session = try Session(subject, size: subject.size, workshop: workshop)
    if let keys = try KeyMeasure(session) {
      try keys.run(into: &figures)
    } else {
      figures.memory = session.residentMemory
    }
    return figures
  }
}
