import FoundationEssentials

/// Builds pages by merging the entries of all accounts one by one.
extension MergedList {
  /// The maximum number of entries above the position of a first page.
  private static let maxDepth = 10_000

  /// A position in the list, and the entries above it that duplicates are compared with.
  private struct Walk {
    var offsets: [PartOffset]
    var seen: DuplicateFilter
  }

  /// The next entry of the list, and its account.
  private func next(_ walk: inout Walk) async throws(TimelineError) -> (post: Post, index: Int)? {
    var newest: (index: Int, post: Post, date: Date)?
    for index in walk.offsets.indices {
      guard let post = try await next(&walk.offsets[index], of: index, excluding: &walk.seen) else { continue }
      // An undated entry comes directly after the previous entry of its account.
      let date = post.timelineDate ?? .distantFuture
      if newest.map({ date > $0.date }) ?? true { newest = (index, post, date) }
    }
    guard let newest else { return nil }
    if removesDuplicates { walk.seen.record(newest.post, of: newest.index) }
    return (newest.post, newest.index)
  }

  /// The page around a position, which later pages continue in both directions.
  func page(at position: PagePosition, limit: Int) async throws(TimelineError) -> TimelinePage {
    let limit = max(1, limit)
    let row = try await index(of: position) ?? 0
    let first = max(0, row - limit / 2)
    var (number, offset) = (0, 0)
    while offset < first {
      let length = number == 0 && first % limit > 0 ? first % limit : limit
      let count = try await page(number, limit: length).posts.count
      // An account has failed in the meantime, and the list is shorter.
      guard count > 0 else { break }
      offset += count
      number += 1
    }
    return try await page(number, limit: limit)
  }

  /// The number of entries above a position; nil if it is the newest.
  private func index(of position: PagePosition) async throws(TimelineError) -> Int? {
    let (key, date): (PostKey?, Date?)
    switch position {
    case .around(let entry, let moment): (key, date) = (entry, moment)
    case .nearest(let moment): (key, date) = (nil, moment)
    case .oldest: (key, date) = (nil, .distantPast)
    case .newest, .newer, .older, .filling: return nil
    }
    guard let start = state.withLock({ $0.pageStarts.first }) else { return nil }
    var walk = Walk(offsets: start.offsets, seen: start.seen)
    var index = 0
    while index < Self.maxDepth, let (post, part) = try await next(&walk) {
      if post.key == key { return index }
      // The entry no longer exists.
      if let date, let own = post.timelineDate, own < date { return index }
      walk.offsets[part].skipped += 1
      index += 1
    }
    return date == nil ? nil : max(0, index - 1)
  }

  func page(_ number: Int, limit: Int) async throws(TimelineError) -> TimelinePage {
    let (known, generation) = state.withLock { state in
      (state.pageStarts.indices.contains(number) ? state.pageStarts[number] : nil, state.generation)
    }
    guard let pageStart = known else { return TimelinePage() }
    var walk = Walk(offsets: pageStart.offsets, seen: pageStart.seen)
    var page = TimelinePage(newer: number > 0 ? PageCursor("\(number - 1)") : nil, offset: pageStart.offset)
    let length = pageStart.length ?? max(0, limit)
    while page.posts.count < length, let (post, part) = try await next(&walk) {
      page.posts.append(post)
      if let gap = try await chunk(after: walk.offsets[part].start, of: part)?.gaps[post.key] { page.gaps.append(gap) }
      walk.offsets[part].skipped += 1
    }
    var hasMore = false
    for index in walk.offsets.indices {
      if try await next(&walk.offsets[index], of: index, excluding: &walk.seen) != nil { hasMore = true }
    }
    if hasMore { page.older = PageCursor("\(number + 1)") }
    let (count, next) = (
      page.posts.count,
      PageStart(offsets: walk.offsets, offset: pageStart.offset + page.posts.count, seen: walk.seen)
    )
    state.withLock { state in
      guard state.generation == generation, state.pageStarts.indices.contains(number) else { return }
      state.pageStarts[number].length = count
      state.duplicates = max(state.duplicates, next.seen.duplicateCount)
      state.isComplete = state.isComplete || !hasMore
      if hasMore, state.pageStarts.count == number + 1 { state.pageStarts.append(next) }
    }
    return page
  }

  /// The next entry of an account that no other account has already contributed. Advances `offset` past duplicates, but
  /// not past the returned entry.
  private func next(
    _ offset: inout PartOffset, of index: Int, excluding seen: inout DuplicateFilter
  ) async throws(TimelineError) -> Post? {
    while let post = try await next(&offset, of: index) {
      guard seen.isDuplicate(post, of: index) else { return post }
      seen.duplicateCount += 1
      offset.skipped += 1
    }
    return nil
  }

  /// The next entry of an account. Advances `offset` to the next chunk at the end of one, but not past the returned
  /// entry.
  private func next(_ offset: inout PartOffset, of index: Int) async throws(TimelineError) -> Post? {
    while !offset.isAtEnd {
      guard let chunk = try await chunk(after: offset.start, of: index) else {
        offset.isAtEnd = true
        return nil
      }
      if offset.skipped < chunk.posts.count { return chunk.posts[offset.skipped] }
      if let older = chunk.older, older != offset.start {
        offset = PartOffset(start: older)
      } else {
        offset.isAtEnd = true
      }
    }
    return nil
  }

  /// The chunk at `start`, or the newest chunk if `start` is nil. Requests it unless it is the first one or the one
  /// requested last.
  /// - Returns: nil if the account is still waiting, or the request failed.
  /// - Throws: `cancelled` if the task was cancelled.
  private func chunk(after start: PageCursor?, of index: Int) async throws(TimelineError) -> Chunk? {
    let (status, last, end) = state.withLock { ($0.statuses[index], $0.chunks[index], $0.ends[index]) }
    guard case .found(let first) = status else { return nil }
    guard let start else { return first }
    if let last, last.start == start { return last }
    if end?.start == start { return nil }
    do throws(TimelineError) {
      let chunk = Chunk(try await parts[index].page(PageRequest(.older(than: start), limit: chunkLength)), start: start)
      state.withLock { $0.chunks[index] = chunk }
      return chunk
    } catch .cancelled {
      throw .cancelled
    } catch {
      state.withLock { $0.ends[index] = (start, error) }
      return nil
    }
  }
}
