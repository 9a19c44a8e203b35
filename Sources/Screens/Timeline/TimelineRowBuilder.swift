import Domain
import FoundationEssentials
import PostCell
import ScreenSupport
import TimelineCore

/// Builds the rows of the list from loaded posts. Cells of unchanged posts are reused.
@MainActor
struct TimelineRowBuilder {
  /// The content of the rows.
  struct Content {
    var rows: [TimelineWindow.Row]
    var rowMapping: TimelineRowMapping
    /// The heading of the first row; empty for none.
    var firstHeading = ""
    /// The search that found the posts; nil for a timeline.
    var query: SearchQuery?
    /// The accounts that were searched or merged; empty if the rows are of one account.
    var accounts: [Account]
    /// Whether each row is marked with its account, even if there is only one.
    var marksAccounts = false
    /// The profile whose posts and reposts fill the tab, if no others can be in it. They are then shown without author.
    var soleAuthor: Profile?
    /// The rows of the window with unread posts.
    var unread: [Int]
  }

  /// The time for which the ages in the list were computed; nil before the first list.
  private var builtAt: Date?
  /// The density of the last list.
  private(set) var density = Density.comfortable
  private var cells = CellViewModelCache()

  /// Whether the ages are older than a minute, or the density was changed on another screen.
  func isOutdated(_ services: AppServices) -> Bool {
    guard let builtAt else { return false }
    return services.clock.now.timeIntervalSince(builtAt) >= 60 || density != services.density.value
  }

  mutating func rows(of content: Content, services: AppServices, session: AccountSession) -> [TimelineRow] {
    let now = services.clock.now
    (builtAt, density) = (now, services.density.value)
    let marksAccounts = content.accounts.count > 1 || content.marksAccounts
    let marks = marksAccounts ? AccountMark.marks(of: content.accounts) : [:]
    let hidesAuthor = content.accounts.count <= 1 && isByAuthorOnly(content)
    let input = CellInput(content, hidesAuthor: hidesAuthor, now: now, services, session)
    let rowMapping = content.rowMapping
    var rows = rowMapping.windowRows.map { index -> TimelineRow in
      switch content.rows[index] {
      case .post(let post):
        .post(
          cell(
            of: rowMapping.entry(of: index, in: content.rows) ?? post, input,
            reposters: rowMapping.reposters(of: index, in: content.rows),
            account: post.ref.account.flatMap { marks[$0] }))
      case .gap(let gap): .gap(TimelineStatus.text(for: gap), id: gap.cursor.rawValue)
      }
    }
    cells.removeUnused()
    for index in content.unread { rows[rowMapping.listRow(of: index)].isUnread = true }
    let shown = rowMapping.windowRows.map { content.rows[$0] }
    // Once, next to the first picture that is not shown.
    if density == .comfortable,
      let row = shown.firstIndex(where: { $0.post.map(services.pictures.offersDownload) ?? false })
    {
      rows[row].namesPictureKeys = true
    }
    for (index, heading) in headings(of: shown, at: now) { rows[index].heading = heading }
    if !content.firstHeading.isEmpty, !rows.isEmpty { rows[0].heading = content.firstHeading }
    return rows
  }
}

extension TimelineRowBuilder {
  /// The values that all cells of a list share.
  private struct CellInput {
    let query: SearchQuery?
    let hidesAuthor: Bool
    let now: Date
    let keys: PostCellViewModel.KeyNames
    let time: TimeStyle
    let session: AccountSession
    /// The domains that handles are shown without. In a search of several accounts, handles could be confused.
    let local: LocalDomains
    let pictures: PostPictures

    @MainActor
    init(_ content: Content, hidesAuthor: Bool, now: Date, _ services: AppServices, _ session: AccountSession) {
      (query, self.hidesAuthor, self.now, self.session) = (content.query, hidesAuthor, now, session)
      keys = PostCellViewModel.KeyNames(services.keymap.value)
      time = services.time.value
      local = content.accounts.count > 1 ? LocalDomains([]) : session.account.localDomains
      pictures = services.pictures
    }
  }

  /// - Parameter reposters: the accounts whose reposts the row shows.
  private mutating func cell(
    of post: Post, _ common: CellInput, reposters: [Profile], account: AccountMark?
  ) -> PostCellViewModel {
    let (now, time, density) = (common.now, common.time, density)
    // The author of the post being replied to, if that post is cached.
    let repliedTo = post.replyTo.flatMap { common.session.cache[PostRef(account: post.ref.account, id: $0)]?.author }
    let input = CellViewModelCache.Input(
      post: post, age: post.shownDate.map { time.words(for: $0, at: now) } ?? "", repliedTo: repliedTo,
      reposters: reposters.map(common.local.shortened), query: common.query,
      isRevealed: common.session.revealed.contains(post), keys: common.keys, density: density,
      isAllOwn: common.hidesAuthor, account: account,
      images: common.pictures.images(of: post, in: density))
    return cells.cell(of: input) {
      var cell = PostCellViewModel(
        common.local.shortened(post), now: now, repliedTo: repliedTo.map(common.local.shortened),
        reposters: input.reposters, query: input.query, isRevealed: input.isRevealed, keys: input.keys,
        time: time, density: density)
      cell.images = input.images
      if let account {
        cell.account = account
        // Two accounts may have the same post.
        cell.id += "\u{0}\(account.name)"
      }
      return input.isAllOwn && post.repost == nil ? cell.withoutAuthor(writtenAt: post.shownDate) : cell
    }
  }

  private func isByAuthorOnly(_ content: Content) -> Bool {
    guard let author = content.soleAuthor, !author.handle.isEmpty else { return false }
    return content.rows.allSatisfy { row in
      guard case .post(let post) = row else { return true }
      return post.repost != nil || post.author?.handle == author.handle
    }
  }

  /// The first rows of each day or month, with the heading above them.
  private func headings(of rows: [TimelineWindow.Row], at now: Date) -> [(row: Int, heading: String)] {
    var above: String?
    return rows.enumerated().compactMap { index, row in
      guard let date = row.post?.shownDate else { return nil }
      let period = LocalTime.period(of: date, at: now)
      defer { above = period }
      return above == nil || above == period ? nil : (index, period)
    }
  }
}
