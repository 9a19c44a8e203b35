/// The measurements of an account at a server. Times are in milliseconds.
struct LiveFigures {
  /// The time from the start to a full screen, with a normal, slow and broken network.
  var starts: [Network: Sample] = [:]
  var next: Sample?
  /// The same for the Home of three accounts.
  var startOfThree: Sample?
  var nextOfThree: Sample?
  var wakeUps: [Bool: Double] = [:]
  var memory: Int?
  var memoryAfterHour: Int?
  var event: Sample?
  var nextUnderLoad: Sample?
  /// The requests of each start, by name.
  var traffic: [(name: String, start: Double?, traffic: MastodonServer.Traffic)] = []

  enum Network: String, CaseIterable {
    case fine, slow, cut
  }
}
