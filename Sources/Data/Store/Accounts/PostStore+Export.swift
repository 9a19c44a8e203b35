import Domain
import GRDB

extension PostStore {
  public struct ExportPage: Sendable {
    /// Newest first.
    public var posts: [Post]
    /// Keys of the posts that are in no timeline.
    public var others: Set<PostKey>
    /// nil on the last page.
    public var next: PageCursor?
  }

  /// All listed posts of an account, each once, page by page.
  /// - Parameters:
  ///   - cursor: nil for the first page.
  ///   - withOthers: Whether to include imported posts that are in threads and quotes only, except earlier versions.
  ///     Not for server accounts, whose cached posts may have been deleted at the server.
  /// - Throws: `TimelineError.storeFailed` if the store cannot be read.
  public func exportedPosts(
    of account: AccountID, from cursor: PageCursor?, limit: Int, withOthers: Bool = false
  ) async throws(TimelineError) -> ExportPage {
    do throws(StoreError) {
      let page = try await read { database -> ExportPage? in
        guard let account = try StoredAccount.find(account, in: database) else { return nil }
        let rows = try Row.fetchAll(
          database.cachedStatement(sql: Self.exportSQL(withOthers: withOthers && !account.isServerAccount)),
          arguments: ["rowID": cursor?.rowID ?? .max, "account": account.id, "limit": limit])
        let rowIDs = rows.compactMap { $0.integer("id") }
        let listed = Set(rows.filter { $0.number("isListed") == 1 }.compactMap { $0.integer("id") })
        let reader = PostRows(database, account: account)
        let stored = try reader.posts(at: rowIDs)
        return ExportPage(
          posts: try reader.withQuotes(stored.map(\.post)),
          others: Set(stored.filter { !listed.contains($0.rowID) }.map(\.post.key)),
          next: rowIDs.count < limit ? nil : rowIDs.last.map(PageCursor.init))
      }
      return page.flatMap(\.self) ?? ExportPage(posts: [], others: [], next: nil)
    } catch {
      throw TimelineError(error)
    }
  }

  private static func exportSQL(withOthers: Bool) -> String {
    let isListed = """
      EXISTS (
        SELECT 1 FROM entry JOIN timeline ON timeline.id = timelineId
        WHERE timeline.accountId = :account AND postId = post.id)
      """
    let isOther = """
      reposterId != \(PostAuthorship.notification) AND (reposterId != \(PostAuthorship.noReposter) OR NOT EXISTS (
        SELECT 1 FROM postVersion v WHERE v.accountId = post.accountId AND v.sourceId = post.sourceId))
      """
    return """
      SELECT id, \(isListed) AS isListed FROM post
      WHERE id < :rowID AND +accountId = :account AND (\(isListed)\(withOthers ? " OR \(isOther)" : ""))
      ORDER BY id DESC LIMIT :limit
      """
  }
}
