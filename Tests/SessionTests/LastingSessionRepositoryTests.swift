import Domain
import Session
import TestSupport
import Testing

@Suite struct LastingSessionRepositoryTests {
  private let ada = AccountID("demo:ada@demo")

  @Test func `What can be stored is stored, and nowhere else`() throws {
    let file = MemorySessionRepository()
    let session = LastingSessionRepository(file)
    try session.update { $0.lastAccount = ada }
    #expect(file.load().lastAccount == ada)
    try file.update { $0.lastAccount = nil }
    #expect(session.load().lastAccount == nil)
  }

  @Test func `What cannot be stored is said each time, and known all the same`() {
    let error = SessionError(path: "/state/session.json", reason: "Permission denied")
    let session = LastingSessionRepository(MemorySessionRepository(error: error))
    #expect(throws: error) { try session.update { $0.accounts[ada] = AccountMemory(isSignedIn: true) } }
    #expect(throws: error) { try session.update { $0.lastAccount = ada } }
    #expect(session.load() == Session(lastAccount: ada, accounts: [ada: AccountMemory(isSignedIn: true)]))
  }
}
