import Foundation
import Testing

@testable import Domain

@Suite struct StoredStateTests {
  private let place = Place(key: PostKey(id: PostID("1")))
  private let json = Data("{}".utf8)

  private func session(_ timelines: String...) -> SessionState {
    let places = Dictionary(uniqueKeysWithValues: timelines.map { (TimelineID(name: $0), place) })
    return SessionState(accounts: [AccountID.demo("ada"): AccountMemory(places: places)])
  }

  @Test func `A place that was there once stays`() {
    let state = StoredState()
    #expect(state.problem(in: json, session: session("Home")) == nil)
    #expect(state.problem(in: json, session: session("Home", "Mentions")) == nil)
    #expect(state.problem(in: json, session: session("Mentions")) != nil)
  }

  @Test func `A mark that was there once stays`() {
    let state = StoredState()
    let memory = AccountMemory(marks: [TimelineID(name: "Home"): ReadMark(newest: place)])
    #expect(state.problem(in: json, session: SessionState(accounts: [AccountID.demo("ada"): memory])) == nil)
    #expect(state.problem(in: json, session: SessionState(accounts: [AccountID.demo("ada"): AccountMemory()])) != nil)
  }

  @Test func `The file is JSON`() {
    #expect(StoredState().problem(in: Data("{".utf8), session: SessionState()) != nil)
  }

  @Test func `What is stored is looked at`() async throws {
    let state = StoredState()
    #expect(state.problem() == nil)
    let home = session("Home")
    try await state.session.update { $0 = home }
    #expect(state.problem() == nil)
    try await state.session.update { $0 = SessionState() }
    #expect(state.problem() != nil)
  }
}
