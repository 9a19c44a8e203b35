import Dispatch
import Domain
import Session
import Synchronization
import TestSupport
import Testing

@Suite struct SessionMemoryTests {
  private let ada = AccountID.demo("ada@demo")
  private let error = SessionError(path: "/state/session.json", reason: "Permission denied")

  @Test func `Changes are stored`() async throws {
    let file = MemorySessionRepository()
    let memory = SessionMemory(file)
    try await memory.update { [ada] in $0.lastAccount = ada }
    #expect(file.load().lastAccount == ada)
    try file.update { $0.lastAccount = nil }
    #expect(await memory.load().lastAccount == nil)
  }

  @Test func `A failed change throws and stays in memory`() async {
    let memory = SessionMemory(MemorySessionRepository(error: error))
    await #expect(throws: error) {
      try await memory.update { [ada] in $0.accounts[ada] = AccountState(isSignedIn: true) }
    }
    await #expect(throws: error) { try await memory.update { [ada] in $0.lastAccount = ada } }
    #expect(await memory.load() == SessionState(lastAccount: ada, accounts: [ada: AccountState(isSignedIn: true)]))
  }

  @Test func `A failed change is retried with the next one`() async throws {
    let storage = HeldStorage()
    let memory = SessionMemory(storage)
    storage.fail(error)
    await #expect(throws: error) { try await memory.update { [ada] in $0.lastAccount = ada } }
    #expect(storage.session == SessionState())
    storage.fail(nil)
    try await memory.update { [ada] in $0.accounts[ada] = AccountState(isSignedIn: true) }
    #expect(storage.session == SessionState(lastAccount: ada, accounts: [ada: AccountState(isSignedIn: true)]))
  }

  @Test func `During a slow write, changes are visible and stored together`() async throws {
    let storage = HeldStorage()
    let memory = SessionMemory(storage)
    _ = await memory.load()
    storage.hold()
    let first = Task(executorPreference: SpareThreads()) {
      try await memory.update { $0.accounts[.demo("0")] = AccountState() }
    }
    await storage.waitForWriter()
    let others = (1...20).map { number in
      Task { try await memory.update { $0.accounts[.demo("\(number)")] = AccountState() } }
    }
    while await memory.load().accounts.count < 21 { await Task.yield() }
    #expect(storage.session == SessionState())
    #expect(storage.updateCount == 1)
    storage.release()
    try await first.value
    for other in others { try await other.value }
    #expect(storage.session.accounts.count == 21)
    #expect(storage.updateCount == 2)
  }

  @Test func `A change returns when it is stored`() async throws {
    let storage = HeldStorage()
    let memory = SessionMemory(storage)
    let isStored = Mutex(false)
    storage.hold()
    let first = Task(executorPreference: SpareThreads()) {
      try await memory.update { $0.accounts[.demo("0")] = AccountState() }
    }
    await storage.waitForWriter()
    let second = Task {
      try await memory.update { [ada] in $0.lastAccount = ada }
      isStored.withLock { $0 = true }
    }
    for _ in 1...1_000 { await Task.yield() }
    #expect(!isStored.withLock { $0 })
    storage.release()
    try await first.value
    try await second.value
    #expect(storage.session.lastAccount == ada)
  }

  @Test func `Each waiting change gets the error`() async throws {
    let storage = HeldStorage()
    let memory = SessionMemory(storage)
    _ = await memory.load()
    storage.hold()
    let first = Task(executorPreference: SpareThreads()) {
      try await memory.update { $0.accounts[.demo("0")] = AccountState() }
    }
    await storage.waitForWriter()
    let others = (1...3).map { number in
      Task { try await memory.update { $0.accounts[.demo("\(number)")] = AccountState() } }
    }
    while await memory.load().accounts.count < 4 { await Task.yield() }
    storage.fail(error)
    storage.release()
    await #expect(throws: error) { try await first.value }
    for other in others { await #expect(throws: error) { try await other.value } }
    #expect(await memory.load().accounts.count == 4)
    #expect(storage.session == SessionState())
  }
}

/// An executor with threads that may block. Swift's own are as few as the processors and shared by all tests.
private final class SpareThreads: TaskExecutor {
  private let queue = DispatchQueue(label: "spare threads", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// A storage that waits or fails on demand.
private final class HeldStorage: SessionStorage {
  private struct State {
    var session = SessionState()
    var isHeld = false
    var updateCount = 0
    var error: SessionError?
    var writers: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())
  private let gate = DispatchSemaphore(value: 0)

  var session: SessionState { state.withLock { $0.session } }
  var updateCount: Int { state.withLock { $0.updateCount } }

  /// Makes the next update wait for `release`.
  func hold() { state.withLock { $0.isHeld = true } }

  func release() { gate.signal() }

  func fail(_ error: SessionError?) { state.withLock { $0.error = error } }

  /// Returns when an update waits or is done.
  func waitForWriter() async {
    await withCheckedContinuation { continuation in
      let hasWriter = state.withLock { state in
        if state.updateCount == 0 { state.writers.append(continuation) }
        return state.updateCount > 0
      }
      if hasWriter { continuation.resume() }
    }
  }

  func load() -> SessionState { session }

  func update(_ change: (inout SessionState) -> Void) throws(SessionError) {
    let (isHeld, writers) = state.withLock { state in
      state.updateCount += 1
      defer { (state.isHeld, state.writers) = (false, []) }
      return (state.isHeld, state.writers)
    }
    for writer in writers { writer.resume() }
    if isHeld { gate.wait() }
    if let error = state.withLock({ $0.error }) { throw error }
    state.withLock { change(&$0.session) }
  }
}
