import Domain
import Runtime

/// Sends pending actions and posts and loads the newest entries, one account at a time.
public struct SyncAccounts: SyncAccountsUseCase {
  private let accounts: ServerAccounts

  public init(_ accounts: ServerAccounts) {
    self.accounts = accounts
  }

  public func callAsFunction(_ accounts: [Account]) -> AsyncStream<SyncedAccount> {
    let (stream, listener) = AsyncStream.makeStream(of: SyncedAccount.self)
    let task = Task(executorPreference: currentTaskExecutor) {
      for account in accounts {
        guard let timelines = self.accounts.timelines(of: account.id) else { continue }
        let sent = await self.accounts.sendPending(of: account.id)
        let news = await Self.news(of: timelines)
        listener.yield(
          SyncedAccount(
            account: account, newPosts: news, sent: sent?.sent ?? 0, refused: sent?.refused ?? 0,
            waiting: sent?.waiting ?? 0, unconfirmed: sent?.asking ?? 0, lost: sent?.losses ?? [],
            sendingFailure: sent?.failure))
      }
      listener.finish()
    }
    listener.onTermination = { _ in task.cancel() }
    return stream
  }

  private static func news(of timelines: ServerTimelineRepository) async -> Result<Int, TimelineError> {
    do throws(TimelineError) {
      return .success(try await timelines.fetchNewest())
    } catch {
      return .failure(error)
    }
  }
}
