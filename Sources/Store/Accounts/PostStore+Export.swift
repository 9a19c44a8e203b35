import Domain
import GRDB

extension PostStore {
  /// Where an export has come to.
  public struct ExportPage: Sendable {
    /// Newest first.
    public var posts: [Post]
    /// nil where these are the last.
    public var next: PageCursor?
  }

  /// All posts of an account that stand in a timeline, each once, page by page.
  /// - Parameter cursor: nil for the first page.
  public func exportedPosts(
    of account: AccountID, from cursor: PageCursor?, limit: Int
  ) async throws(TimelineError) -> ExportPage {
    do throws(StoreError) {
      let page = try await read { database -> ExportPage? in
        guard let account = try StoredAccount.find(account, in: database) else { return nil }
        let sql = """
          SELECT id FROM post WHERE id < :rowID AND +accountId = :account AND EXISTS (
            SELECT 1 FROM entry JOIN timeline ON timeline.id = timelineId
            WHERE timeline.accountId = :account AND postId = post.id)
          ORDER BY id DESC LIMIT :limit
          """
        let rowIDs = try Int64.fetchAll(
          database.cachedStatement(sql: sql),
          arguments: ["rowID": cursor?.rowID ?? .max, "account": account.id, "limit": limit])
        let posts = try account.posts(of: RowIDPage(rowIDs: rowIDs), in: database).posts
        return ExportPage(posts: posts, next: rowIDs.count < limit ? nil : rowIDs.last.map(PageCursor.init))
      }
      return page.flatMap(\.self) ?? ExportPage(posts: [], next: nil)
    } catch {
      throw TimelineError(error)
    }
  }
}
