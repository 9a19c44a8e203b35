/// What was measured of an account at a server. Times are in milliseconds.
struct LiveFigures {
  /// From the call to a full screen, with the network fine, slow and cut.
  var starts: [Network: Sample] = [:]
  var next: Sample?
  var wakeUps: [Bool: Double] = [:]
  var memory: Int?
  var memoryAfterHour: Int?
  var event: Sample?
  var nextUnderLoad: Sample?
  /// What each program asked for at its start, by name.
  var traffic: [(name: String, start: Double?, traffic: MastodonServer.Traffic)] = []

  enum Network: String, CaseIterable {
    case fine, slow, cut
  }
}
