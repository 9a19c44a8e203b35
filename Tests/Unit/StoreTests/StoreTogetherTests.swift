import Domain
import Foundation
import Runtime
import StoreSupport
import TestSupport
import Testing

@testable import Store

/// Two processes with the same directory.
@Suite struct StoreTogetherTests {
  private let fixture = StoreHarness()
  private let items = (0..<6_000).map { number in
    ImportItem(
      .fixture(id: "\(number)", createdAt: .noon.minutesAgo(Double(number)), text: "Post number\(number)"), in: .posts)
  }

  private var another: PostStore { PostStore(directory: fixture.directory) }

  @Test func `A second import is refused while the first one runs`() throws {
    var refusal: StoreError?
    _ = try fixture.store.importPosts(
      from: ListSource(items, owner: .owner), named: "posts", at: "posts", stop: CancellationFlag()
    ) { _, _ in
      do throws(StoreError) {
        _ = try another.importPosts(
          from: ListSource(items, owner: .owner), named: "posts", at: "posts", stop: CancellationFlag()
        ) { _, _ in }
      } catch {
        refusal = error
      }
    }
    #expect(refusal == .busy(path: fixture.databasePath))
    try expectIntact(fixture.directory)
  }

  @Test func `Only what another process has written counts as its change`() async throws {
    #expect(await !fixture.store.wasChangedByOtherProcess())
    let own = StoredDrafts(store: fixture.store)
    let other = another
    func draft(_ text: String) -> Draft {
      Draft(account: .mastodon("ada@timeline.example"), text: text, changedAt: .noon)
    }
    try await own.store(draft("here"))
    #expect(await !fixture.store.wasChangedByOtherProcess())
    try await StoredDrafts(store: other).store(draft("there"))
    try await own.store(draft("here again"))
    #expect(await fixture.store.wasChangedByOtherProcess())
    #expect(await !fixture.store.wasChangedByOtherProcess())
    #expect(await other.wasChangedByOtherProcess())
  }

  @Test func `Listing accounts blocks no import`() async throws {
    try fixture.importPosts(Array(items.prefix(10)))
    let isOver = CancellationFlag()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        while !isOver.isCancelled { _ = StoreFolder(path: fixture.directory).isLocked }
      }
      for _ in 0..<100 { _ = try StoreFolder(path: fixture.directory).lock() }
      isOver.cancel()
      try await group.waitForAll()
    }
  }

  @Test func `A new account is visible when complete, a known one always`() async throws {
    func accountsWhileImporting() async throws -> [[String]] {
      let other = another
      let seen = Recorder<[String]>()
      _ = try await onDedicatedThread { [fixture, items] in
        try fixture.store.importPosts(
          from: ListSource(items, owner: .owner), named: "posts", at: "posts", stop: CancellationFlag()
        ) { _, _ in
          let done = DispatchSemaphore(value: 0)
          Task.detached {
            let accounts = try? await StoreAccounts(store: other).accounts().map(\.profile.handle)
            seen.record(accounts ?? ["unreadable"])
            done.signal()
          }
          done.wait()
        }
      }
      return seen.all
    }
    let first = try await accountsWhileImporting()
    #expect(first.count > 1 && first.allSatisfy(\.isEmpty))
    let second = try await accountsWhileImporting()
    #expect(second.count > 1 && second.allSatisfy { $0 == ["ada"] })
    #expect(try await StoreAccounts(store: another).accounts().map(\.profile.handle) == ["ada"])
  }

  @Test func `Positions are stored while another Tern imports`() async throws {
    try fixture.importPosts(Array(items.prefix(100)))
    let session = StoreSessionStorage(store: another, others: MemorySessionRepository())
    let id = AccountID.store("ada")
    let stored = Recorder<SessionError?>()
    let isOver = CancellationFlag()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        repeat {
          do throws(SessionError) {
            try session.update { session in
              let place = EntryPosition(key: PostKey(id: PostID("\(stored.all.count)"), account: id))
              session.accounts[id, default: AccountState()].positions[.posts] = place
            }
            stored.record(nil)
          } catch {
            stored.record(error)
          }
        } while !isOver.isCancelled
      }
      try fixture.importPosts(items)
      isOver.cancel()
      try await group.waitForAll()
    }
    #expect(stored.all.allSatisfy { $0 == nil })
    #expect(!stored.all.isEmpty)
    #expect(session.load().accounts[id]?.positions[.posts]?.key.id == PostID("\(stored.all.count - 1)"))
    try expectIntact(fixture.directory)
  }

  /// A storage that waits while another one stores.
  private struct SlowStorage: SessionStorage {
    let session = MemorySessionRepository()
    let meanwhile: @Sendable () -> Void

    func load() -> SessionState { session.load() }

    func update(_ change: (inout SessionState) -> Void) throws(SessionError) {
      meanwhile()
      try session.update(change)
    }
  }

  @Test func `Read marks of another Tern are kept`() throws {
    try fixture.importPosts((0..<9).map { ImportItem(.fixture(id: "\($0)"), in: $0 < 4 ? .replies : .posts) })
    let id = AccountID.store("ada")
    @Sendable func place(_ number: Int) -> EntryPosition {
      EntryPosition(key: PostKey(id: PostID("\(number)"), account: id))
    }
    let others = StoreSessionStorage(store: another, others: MemorySessionRepository())
    let session = StoreSessionStorage(
      store: fixture.store,
      others: SlowStorage {
        try? others.update { session in
          session.accounts[id, default: AccountState()].positions[.replies] = place(2)
          session.accounts[id]?.marks[.replies] = ReadMark(newest: place(2))
          session.accounts[id]?.marks[.posts] = ReadMark(newest: place(8), others: [place(6).key])
        }
      })
    try session.update { session in
      session.accounts[id, default: AccountState()].positions[.posts] = place(4)
      session.accounts[id]?.marks[.posts] = ReadMark(newest: place(8), others: [place(5).key])
    }
    let memory = try #require(session.load().accounts[id])
    #expect(memory.positions.mapValues(\.key.id) == [.posts: PostID("4"), .replies: PostID("2")])
    #expect(memory.marks[.posts]?.others == [place(5).key, place(6).key])
    #expect(memory.marks[.replies]?.newest.key.id == PostID("2"))
  }
}
