import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import TimelineCore

@MainActor @Suite struct UserChangesTests {
  private let clock = VirtualClock(now: .noon)

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `A relationship is what the server has, with the pending actions in their order`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let changes = UserChanges()
    let store = RelationshipStore(changes, clock: clock)
    var server = Relationship(flags: [.following, .showingReposts])
    var begun: [(number: Int, action: UserAction)] = []
    var waiting: [PendingAction] = []
    store.update(server, with: "7")
    for step in 1...60 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1:
        let isOn = Bool.random(using: &random)
        let actions: [UserAction] = [
          .follow(isOn, account: "7"), .block(isOn, account: "7"), .mute(isOn ? MuteOptions() : nil, account: "7"),
          .showReposts(isOn, account: "7"), .note("\(step)", account: "7"), .endorse(isOn, account: "7"),
        ]
        let action = actions[Int.random(in: 0..<actions.count, using: &random)]
        begun.append((changes.begin(action, at: clock.now), action))
      case 2 where !begun.isEmpty:
        let (number, action) = begun.removeFirst()
        // Every fourth cannot be stored.
        let isStored = Int.random(in: 0..<4, using: &random) > 0
        if isStored {
          waiting.append(PendingAction(account: .demo("ada"), action: action, at: clock.now))
          changes.set(waiting: waiting)
        }
        #expect(changes.end(number) == !isStored)
      case 3 where !waiting.isEmpty:
        let action = waiting.removeFirst().action
        server = server.applying(action, at: clock.now)
        changes.confirm(action, at: clock.now)
        changes.set(waiting: waiting)
      case 4 where !waiting.isEmpty:
        waiting.removeFirst()
        changes.set(waiting: waiting)
      default: store.update(server, with: "7")
      }
      let pending = waiting.map(\.action) + begun.map(\.action)
      #expect(store["7"] == pending.reduce(server) { $0.applying($1, at: clock.now) }, "step \(step)")
    }
  }

  @Test func `A response is settled thirty seconds after the confirmation, never before it`() throws {
    let changes = UserChanges()
    _ = changes.begin(.bookmark(true, PostID("1")), at: .noon)
    #expect(changes.all.first?.isSettled(at: .noon.addingTimeInterval(3_600)) == false)
    changes.confirm(.bookmark(true, PostID("1")), at: .noon.addingTimeInterval(60))
    let confirmed = try #require(changes.about(.post(PostID("1"))).first)
    #expect([89.0, 90].map { confirmed.isSettled(at: .noon.addingTimeInterval($0)) } == [false, true])
    changes.recordNewID(PostID("2"), replacing: PostID("1"))
    #expect(changes.about(.post(PostID("2"))).map(\.action) == [.bookmark(true, PostID("2"))])
  }
}
