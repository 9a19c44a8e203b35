import Domain

/// The read marks of another device in a demo account's script. Marks of this one are not sent.
struct DemoReadMarkers: ReadMarkerRepository {
  let repository: MockTimelineRepository

  func newerMark(than mark: ReadMark, of timeline: TimelineID) async -> ReadMark? {
    guard let read = await repository.markOfOtherDevice(in: timeline), read.key != mark.newest.key,
      read.date ?? .distantPast > mark.newest.date ?? .distantPast
    else { return nil }
    return ReadMark(newest: read, others: mark.others.subtracting([read.key]))
  }

  func didRead(_ mark: ReadMark, of timeline: TimelineID) {}
}
