import Domain
import Runtime

/// Sends what waits, and asks the servers of accounts for what is new, one account after the other.
public struct SyncAccounts: SyncAccountsUseCase {
  private let accounts: ServerAccounts

  public init(_ accounts: ServerAccounts) {
    self.accounts = accounts
  }

  public func callAsFunction(_ accounts: [Account]) -> AsyncStream<SyncedAccount> {
    let (stream, listener) = AsyncStream.makeStream(of: SyncedAccount.self)
    let asking = Task(executorPreference: currentTaskExecutor) {
      for account in accounts {
        guard let timelines = self.accounts.timelines(of: account.id) else { continue }
        let sent = await self.accounts.sendWaiting(of: account.id)
        let news = await Self.news(of: timelines)
        listener.yield(
          SyncedAccount(
            account: account, newPosts: news, sent: sent?.sent ?? 0, refused: sent?.refused ?? 0,
            waiting: sent?.waiting ?? 0, asking: sent?.asking ?? 0, lost: sent?.lost ?? [],
            sendingFailure: sent?.failure))
      }
      listener.finish()
    }
    listener.onTermination = { _ in asking.cancel() }
    return stream
  }

  private static func news(of timelines: ServerTimelineRepository) async -> Result<Int, TimelineError> {
    do throws(TimelineError) {
      return .success(try await timelines.fetchNews())
    } catch {
      return .failure(error)
    }
  }
}
