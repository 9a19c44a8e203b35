import Foundation
import Testing

@testable import Domain

@Suite struct StoredStateTests {
  private let position = EntryPosition(key: PostKey(id: PostID("1")))
  private let json = Data("{}".utf8)

  private func session(_ timelines: String...) -> SessionState {
    let positions = Dictionary(uniqueKeysWithValues: timelines.map { (TimelineID(name: $0), position) })
    return SessionState(accounts: [AccountID.demo("ada"): AccountState(positions: positions)])
  }

  @Test func `A lost position is found`() {
    let state = StoredState()
    #expect(state.problem(in: json, session: session("Home")) == nil)
    #expect(state.problem(in: json, session: session("Home", "Mentions")) == nil)
    #expect(state.problem(in: json, session: session("Mentions")) != nil)
  }

  @Test func `A lost read mark is found`() {
    let state = StoredState()
    let memory = AccountState(marks: [TimelineID(name: "Home"): ReadMark(newest: position)])
    #expect(state.problem(in: json, session: SessionState(accounts: [AccountID.demo("ada"): memory])) == nil)
    #expect(state.problem(in: json, session: SessionState(accounts: [AccountID.demo("ada"): AccountState()])) != nil)
  }

  @Test func `A file that is not JSON is found`() {
    #expect(StoredState().problem(in: Data("{".utf8), session: SessionState()) != nil)
  }

  @Test func `The stored file is checked`() async throws {
    let state = StoredState()
    #expect(state.problem() == nil)
    let home = session("Home")
    try await state.session.update { $0 = home }
    #expect(state.problem() == nil)
    try await state.session.update { $0 = SessionState() }
    #expect(state.problem() != nil)
  }
}
