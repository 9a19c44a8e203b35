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
        let newPosts = await Self.fetchNewest(of: timelines)
        listener.yield(
          SyncedAccount(
            account: account, newPosts: newPosts, sent: sent?.sent ?? 0, refused: sent?.refused ?? 0,
            waiting: sent?.waiting ?? 0, unconfirmed: sent?.unconfirmed ?? 0, losses: sent?.losses ?? [],
            sendingFailure: sent?.failure))
      }
      listener.finish()
    }
    listener.onTermination = { _ in task.cancel() }
    return stream
  }

  private static func fetchNewest(of timelines: ServerTimelineRepository) async -> Result<Int, TimelineError> {
    do throws(TimelineError) {
      return .success(try await timelines.fetchNewest())
    } catch {
      return .failure(error)
    }
  }
}
