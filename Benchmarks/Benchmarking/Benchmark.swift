import FoundationEssentials

/// Measures Tern beside whatever of the others is installed.
public struct Benchmark {
  private let tern: String
  private let bare: String
  private let lengths: [Int]
  private let rounds: Int
  private let only: Set<String>
  private let idleSeconds: Int
  private let workshop: Workshop
  private let say: (String) -> Void

  /// - Parameters:
  ///   - lengths: of the timelines, in posts.
  ///   - rounds: how often each program is started.
  ///   - only: the names of the programs to measure; none means all.
  ///   - say: takes what is going on, a line at a time.
  public init(
    tern: String, bare: String, lengths: [Int], rounds: Int, only: [String], idleSeconds: Int, workshop: Workshop,
    say: @escaping (String) -> Void
  ) {
    self.tern = tern
    self.bare = bare
    self.lengths = lengths.sorted()
    self.rounds = rounds
    self.only = Set(only)
    self.idleSeconds = idleSeconds
    self.workshop = workshop
    self.say = say
  }

  /// What can be put into the README as it is.
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
    let crowd = Machine.crowd
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
        say("\(contestant.name): making its timelines")
        for subject in try contestant.subjects(lengths: lengths, workshop) {
          measured.append((subject, try measure(subject)))
        }
      } catch {
        notMeasured.append("\(contestant.name) (\(error))")
      }
    }
    say("all of them, idle for \(idleSeconds) seconds")
    let wakeUps = IdleMeasure.run(measured.map(\.subject), seconds: idleSeconds, workshop: workshop)
    let rows = zip(measured, wakeUps).map { measured, wakeUps in
      var figures = measured.figures
      figures.wakeUps = wakeUps
      return Row(name: measured.subject.name, length: measured.subject.length, figures: figures)
    }
    let absent = notMeasured.isEmpty ? "" : " Not measured: \(notMeasured.joined(separator: ", "))."
    let busy = crowd.map { " The machine was at work: \(Int($0.rounded(.up))) other programs wanted a core." } ?? ""
    return """
      \(ResultTable(rows: rows).markdown)
      \(Machine.description). \(versions.joined(separator: ", ")).\(busy)\(absent)
      """
  }

  private func measure(_ subject: Subject) throws -> Figures {
    say("\(subject.name), \(subject.length): the start")
    var figures = Figures(start: try StartMeasure.run(subject, rounds: rounds, workshop: workshop))
    say("\(subject.name), \(subject.length): the keys")
    let session = try Session(subject, size: subject.size, workshop: workshop)
    if let keys = try KeyMeasure(session) {
      try keys.run(into: &figures)
    } else {
      figures.memory = session.residentMemory
    }
    return figures
  }
}
