import Domain
import Synchronization
import TestSupport
import Testing

@testable import Timeline

/// Reading that went on at another device.
@MainActor @Suite struct OtherDeviceTests {
  /// The mark of another device.
  private final class OtherDevice: ReadMarkerRepository {
    let mark = Mutex<EntryPosition?>(nil)

    func newerMark(than mark: ReadMark, of timeline: TimelineID) async -> ReadMark? {
      guard timeline == .home, let read = self.mark.withLock({ $0 }),
        read.date ?? .distantPast > mark.newest.date ?? .distantPast
      else { return nil }
      return ReadMark(newest: read)
    }

    func didRead(_ mark: ReadMark, of timeline: TimelineID) {}
  }

  private let session = MemorySessionRepository()
  private let device = OtherDevice()
  private static let posts = Post.fixtures(count: 900)

  /// Reads elsewhere up to a post, 1 for the newest.
  private func readOnOtherDevice(to number: Int) {
    let post = Self.posts[number - 1]
    device.mark.withLock { $0 = EntryPosition(post) }
  }

  private func harness(without newest: Int = 0) async -> TimelineHarness {
    await TimelineHarness(
      [(.home, Array(Self.posts.dropFirst(newest)))], session: session, markers: device
    ).load()
  }

  /// Reads at this device first, when the newest posts did not exist yet, and then reads elsewhere.
  private func harnessBehind(_ newest: Int, readTo number: Int) async -> TimelineHarness {
    let before = await harness(without: newest)
    await before.after { $0.viewWillDisappear() }
    readOnOtherDevice(to: number)
    return await harness()
  }

  @Test func `A notice says how far, and the key goes there`() async {
    let harness = await harnessBehind(10, readTo: 4)
    #expect(harness.view.selectedText == "Post 11")
    #expect(harness.view.notice?.text == "Read further on another device: 7 posts · gp goes there")
    #expect(harness.view.header.capabilities.canGoToOtherDeviceMark)
    #expect(harness.view.unread == ["Post 1", "Post 2", "Post 3"])
    await harness.after { $0.showOtherDeviceMark() }
    #expect(harness.view.selectedText == "Post 4" && harness.view.notice == nil)
    #expect(!harness.view.header.capabilities.canGoToOtherDeviceMark)
    await harness.after { $0.goBack() }
    #expect(harness.view.selectedText == "Post 11" && harness.view.notice == nil)
  }

  @Test func `The distance to a mark that is not loaded is counted`() async {
    let harness = await harnessBehind(300, readTo: 20)
    #expect(harness.view.selectedText == "Post 301")
    #expect(harness.view.notice?.text == "Read further on another device: 281 posts · gp goes there")
    await harness.after { $0.showOtherDeviceMark() }
    #expect(harness.view.selectedText == "Post 20")
  }

  @Test func `A distance that is too long to count is a minimum`() async {
    let harness = await harnessBehind(880, readTo: 1)
    #expect(harness.view.notice?.text.hasPrefix("Read further on another device: at least ") == true)
  }

  @Test func `The user is never moved, and passing the mark ends the notice`() async {
    let harness = await harnessBehind(10, readTo: 4)
    await harness.after { $0.refresh() }
    #expect(harness.view.selectedText == "Post 11")
    await harness.select(5)
    #expect(harness.view.notice?.text.contains(": 2 posts ·") == true)
    await harness.select(3)
    #expect(harness.view.notice?.isPersistent != true)
    await harness.select(9)
    #expect(harness.view.notice == nil)
  }

  @Test func `A dismissed notice returns when the mark changes, not before`() async {
    let first = await harnessBehind(10, readTo: 6)
    #expect(first.view.notice?.isDismissible == true)
    await first.after { $0.noticeWasDismissed() }
    #expect(first.view.notice == nil && first.view.header.capabilities.canGoToOtherDeviceMark)
    await first.after { $0.viewWillDisappear() }
    let second = await harness()
    #expect(second.view.notice == nil && second.view.header.capabilities.canGoToOtherDeviceMark)
    readOnOtherDevice(to: 2)
    await second.after { $0.refresh() }
    #expect(second.view.notices.contains { $0.text.contains("another device: 9 posts") })
  }

  @Test func `The notice returns at the next launch`() async {
    let first = await harnessBehind(10, readTo: 6)
    await first.after { $0.viewWillDisappear() }
    let second = await harness()
    #expect(second.view.notice?.text == "Read further on another device: 5 posts · gp goes there")
  }

  /// A server that shares marks.
  private final class Markers: ReadMarkerRepository {
    let first = Mutex(FirstReadMark.unknown)
    let sent = Mutex<[String]>([])

    func newerMark(than mark: ReadMark, of timeline: TimelineID) async -> ReadMark? { nil }
    func sharesMark(of timeline: TimelineID) -> Bool { timeline == .home }
    func firstMark(of timeline: TimelineID) async -> FirstReadMark { first.withLock(\.self) }
    func didRead(_ mark: ReadMark, of timeline: TimelineID) { sent.withLock { $0.append(mark.newest.key.id.rawValue) } }

    func setFirst(_ post: Post) {
      first.withLock { $0 = .mark(ReadMark(newest: EntryPosition(post))) }
    }
  }

  private func open(_ markers: Markers) async -> TimelineHarness {
    await TimelineHarness([(.home, Self.posts)], session: session, markers: markers).load()
  }

  @Test func `The first mark is that of the other device, and nothing is sent before the user reads`() async {
    let markers = Markers()
    markers.setFirst(Self.posts[8])
    let harness = await open(markers)
    #expect(harness.view.status == "1 of 900 · 7 unread")
    #expect(harness.view.unread == (2...8).map { "Post \($0)" })
    #expect(harness.view.notice == nil)
    await harness.after { $0.refresh() }
    #expect(markers.sent.withLock(\.self).isEmpty)
    await harness.select(8)
    #expect(harness.view.unread.isEmpty)
    #expect(markers.sent.withLock(\.self) == ["1"])
  }

  @Test func `If the user has read nowhere, all posts are read, and nothing is sent before the user reads`() async {
    let markers = Markers()
    markers.first.withLock { $0 = .unset }
    let harness = await open(markers)
    #expect(harness.view.status == "1 of 900 · all caught up")
    #expect(markers.sent.withLock(\.self).isEmpty)
    await harness.select(1)
    #expect(markers.sent.withLock(\.self) == ["1"])
  }

  @Test func `While the mark of the other device is unknown, nothing is read or unread`() async {
    let markers = Markers()
    let harness = await open(markers)
    #expect(harness.view.status == "1 of 900" && harness.view.unread.isEmpty)
    await harness.select(1)
    #expect(markers.sent.withLock(\.self).isEmpty)
    markers.setFirst(Self.posts[400])
    await harness.after { $0.refresh() }
    #expect(harness.view.unread.contains("Post 1") && harness.view.unread.contains("Post 30"))
    #expect(markers.sent.withLock(\.self).isEmpty)
  }
}
